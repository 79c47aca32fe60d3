package io.privirec.federation.fedpower;

import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseForm;
import io.privirec.federation.Offer;
import io.privirec.federation.Offer.Setting;
import io.privirec.federation.factors.FactorSettlement;
import io.privirec.federation.factors.NoisyPriviRecK;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.factors.Rows;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecKParameters.Popular;
import io.privirec.wire.algorithm.RowParameters;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/// [PrivateFedPower] as sessions ask for it.
public final class PrivateFedPowerDescriptor
    implements AlgorithmDescriptor<PrivateFedPowerParameters> {
  private static final String CLIP = "/parameters/popular/clip";
  private static final String PRODUCT_CLIP = "/parameters/productClip";
  private static final String ITEMS = "/parameters/popular/items";
  private static final String PRIVACY = "/parameters/privacy";

  /// Of rows that are not normalised: that many numbers of the largest size.
  private static final double CLIP_OF_ENTRIES = 20;

  private static final int DEFAULT_ROUNDS = 1;
  private static final double PRODUCT_OF_ALL = 2;

  @Override
  public PrivateFedPowerParameters defaults() {
    return PrivateFedPowerParameters.DEFAULT;
  }

  @Override
  public NoiseForm noiseForm() {
    return new NoiseForm.Always(FedPowerParameters.ALGORITHM);
  }

  @Override
  public Optional<Offer> offer() {
    return Optional.of(
        new Offer(
            "fedpower-private: the same with noise",
            Set.of(),
            new Setting("factors.k", "rank", "that of privirec-k with noise"),
            new Setting("factors.rounds", "sums of products", "1")));
  }

  @Override
  public PrivateFedPowerParameters settle(
      PrivateFedPowerParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    Rows.of(asked.rows());
    boolean normalised = asked.rows().kind().equals(RowParameters.NORMALISED);
    given(PRIVACY, asked.privacy());
    require(
        normalised || asked.model() instanceof PriviRecKParameters.Spectral,
        "/parameters/model/type",
        "must be spectral of rows that are not normalised: other filters are");
    require(
        normalised || asked.factors().localSteps() == 1 || asked.productClip() != null,
        PRODUCT_CLIP,
        "must be given for local steps with rows that are not normalised");
    require(
        requireNonNullElse(asked.factors().rounds(), DEFAULT_ROUNDS) <= PriviRecK.MAX_ITERATIONS,
        "/parameters/factors/rounds",
        "must be in [1, %s]".formatted(PriviRecK.MAX_ITERATIONS));
    PriviRecKParameters settled = FactorSettlement.settle(frame(asked), items, participants, seeds);
    FactorParameters factors = given("/parameters/factors", settled.factors());
    return asked
        .withFactors(
            asked
                .factors()
                .withK(given("/parameters/factors/k", factors.k()))
                .withOversampling(factors.oversampling())
                .withRounds(factors.iterations())
                .withSeed(factors.seed()))
        .withPopular(
            asked
                .popular()
                .withItems(given(ITEMS, given(ITEMS, settled.popular()).items()))
                .withClip(
                    requireNonNullElse(
                        asked.popular().clip(),
                        normalised ? Popular.DEFAULT.clip() : CLIP_OF_ENTRIES)))
        .withProductClip(
            requireNonNullElse(asked.productClip(), PRODUCT_OF_ALL / Math.max(1, participants)))
        .withModel(given("/parameters/model", settled.model()))
        .withPrivacy(settled.privacy());
  }

  /// The session of `privirec-k` that has the same sums.
  private static PriviRecKParameters frame(PrivateFedPowerParameters asked) {
    PowerParameters factors = asked.factors();
    return PriviRecKParameters.DEFAULT
        .withFactors(
            FactorParameters.DEFAULT
                .withK(factors.k())
                .withOversampling(requireNonNullElse(factors.oversampling(), 0))
                .withIterations(requireNonNullElse(factors.rounds(), DEFAULT_ROUNDS))
                .withLambda("ritz")
                .withSeed(factors.seed()))
        .withModel(asked.model())
        .withTopN(asked.topN())
        .withPopular(Popular.DEFAULT.withItems(asked.popular().items()))
        .withPrivacy(asked.privacy());
  }

  @Override
  public PrivateFedPower build(PrivateFedPowerParameters settled, int items)
      throws InvalidParametersException {
    return new PrivateFedPower(
        (NoisyPriviRecK) FactorSettlement.build(frame(settled), items),
        new ClippedRows(
            Rows.of(settled.rows()),
            given(CLIP, settled.popular().clip()),
            settled.factors().localSteps(),
            given(PRODUCT_CLIP, settled.productClip())));
  }
}
