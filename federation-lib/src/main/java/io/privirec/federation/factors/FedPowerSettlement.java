package io.privirec.federation.factors;

import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.InvalidParametersException;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RowParameters;
import java.util.function.LongSupplier;

/// Makes [FedPowerTerms] of the parameters of `fedpower`, for every family that begins with its
/// counts.
public final class FedPowerSettlement {
  private static final int DEFAULT_RANK = 64;
  private static final int DEFAULT_OVERSAMPLING = 8;
  private static final String K = "/parameters/factors/k";
  private static final String OVERSAMPLING = "/parameters/factors/oversampling";

  private static final int DEFAULT_ROUNDS = 4;

  private FedPowerSettlement() {}

  /// Fills in what depends on the catalogue or is drawn.
  public static FedPowerParameters settle(
      FedPowerParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    PowerParameters factors = asked.factors();
    int k = requireNonNullElse(factors.k(), Math.min(DEFAULT_RANK, items));
    require(k >= 1 && k <= items, K, "must be in [1, %s], the catalogue".formatted(items));
    int oversampling =
        requireNonNullElse(factors.oversampling(), Math.min(DEFAULT_OVERSAMPLING, items - k));
    require(
        oversampling >= 0 && oversampling <= items - k,
        OVERSAMPLING,
        "must be in [0, %s], the catalogue less k".formatted(items - k));
    require(
        asked.rows().kind().equals(RowParameters.NORMALISED)
            || asked.model() instanceof PriviRecKParameters.Spectral,
        "/parameters/model/type",
        "must be spectral of rows that are not normalised: other filters are");
    PriviRecKParameters settled =
        FactorSettlement.settle(frame(asked, k, oversampling), items, participants, seeds);
    return asked
        .withFactors(
            factors
                .withK(k)
                .withOversampling(oversampling)
                .withRounds(requireNonNullElse(factors.rounds(), DEFAULT_ROUNDS))
                .withSeed(given("/parameters/factors", settled.factors()).seed()))
        .withModel(given("/parameters/model", settled.model()))
        .withTopN(settled.topN())
        .withMinSupport(given("/parameters/minSupport", settled.minSupport()));
  }

  /// The parameters of a session of `privirec-k` with a single product.
  private static PriviRecKParameters frame(FedPowerParameters asked, int k, int oversampling) {
    return PriviRecKParameters.DEFAULT
        .withFactors(
            FactorParameters.DEFAULT
                .withK(k)
                .withOversampling(oversampling)
                .withIterations(1)
                .withLambda("diag-t")
                .withSeed(asked.factors().seed()))
        .withModel(asked.model())
        .withTopN(asked.topN())
        .withMinSupport(asked.minSupport());
  }

  /// The settings of settled parameters.
  ///
  /// @throws InvalidParametersException if a parameter is missing or has no valid choice
  public static FedPowerTerms build(FedPowerParameters settled, int items)
      throws InvalidParametersException {
    PowerParameters factors = settled.factors();
    int k = given(K, factors.k());
    int oversampling = given(OVERSAMPLING, factors.oversampling());
    return new FedPowerTerms(
        (PriviRecK) FactorSettlement.build(frame(settled, k, oversampling), items),
        Rows.of(settled.rows()),
        factors.localSteps(),
        requireNonNullElse(factors.rounds(), DEFAULT_ROUNDS),
        settled.tolerance());
  }
}
