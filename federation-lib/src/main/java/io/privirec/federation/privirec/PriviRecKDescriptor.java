package io.privirec.federation.privirec;

import static io.privirec.federation.InvalidParametersException.choice;
import static io.privirec.federation.InvalidParametersException.given;
import static io.privirec.federation.InvalidParametersException.require;
import static java.util.Objects.requireNonNullElse;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.filter.graph.FactorFilter.Response;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecKParameters.Bspm;
import io.privirec.wire.algorithm.PriviRecKParameters.GfCf;
import io.privirec.wire.algorithm.PriviRecKParameters.Model;
import io.privirec.wire.algorithm.PriviRecKParameters.Spectral;
import io.privirec.wire.algorithm.PriviRecKParameters.TurboCf;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// [PriviRecK] as sessions ask for it.
public final class PriviRecKDescriptor implements AlgorithmDescriptor<PriviRecKParameters> {
  static final String MODEL = "/parameters/model";

  private static final String FACTORS = "/parameters/factors";
  private static final String IDEAL_RANK = MODEL + "/idealRank";

  @Override
  public PriviRecKParameters defaults() {
    return PriviRecKParameters.DEFAULT;
  }

  @Override
  public PriviRecKParameters settle(
      PriviRecKParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    FactorParameters factors = new SettledFactors(FACTORS, asked.factors()).settle(items, seeds);
    int k = given(FACTORS + "/k", factors.k());
    return new PriviRecKParameters(
        factors, settle(asked.model(), k), asked.topN(), asked.minSupport());
  }

  private static Model settle(Model asked, int k) throws InvalidParametersException {
    return switch (asked) {
      case GfCf(Double gamma, Integer rank) -> new GfCf(gamma, idealRank(rank, k));
      case Bspm(var process, Integer rank) -> new Bspm(process, idealRank(rank, k));
      case Spectral spectral -> spectral;
      case TurboCf turboCf -> {
        require(
            turboCf.filter() == 1 || turboCf.exponent() == 1,
            MODEL + "/filter",
            "must be 1 unless the exponent is 1: a power of a low-rank matrix has no low rank");
        yield turboCf;
      }
    };
  }

  private static int idealRank(@Nullable Integer asked, int k) throws InvalidParametersException {
    int rank = requireNonNullElse(asked, Math.min(k, FactorParameters.DEFAULT_RANK));
    require(rank >= 1 && rank <= k, IDEAL_RANK, "must be in [1, k]");
    return rank;
  }

  @Override
  public PriviRecK build(PriviRecKParameters settled, int items) throws InvalidParametersException {
    return new PriviRecK(
        items,
        new SettledFactors(FACTORS, settled.factors()).iteration(),
        model(settled.model()),
        settled.topN(),
        settled.minSupport());
  }

  private static FactorModel model(Model settled) throws InvalidParametersException {
    return switch (settled) {
      case GfCf(Double gamma, Integer rank) -> new FactorModel.GfCf(gamma, given(IDEAL_RANK, rank));
      case Spectral(String response) ->
          new FactorModel.Spectral(
              choice(MODEL + "/response", response, List.of(Response.values()), Response::label));
      case TurboCf(Double exponent, Integer filter) -> new FactorModel.TurboCf(exponent, filter);
      case Bspm(var process, Integer rank) ->
          new FactorModel.Bspm(SettledBspm.settings(process), given(IDEAL_RANK, rank));
    };
  }
}
