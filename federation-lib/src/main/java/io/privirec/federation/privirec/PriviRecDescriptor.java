package io.privirec.federation.privirec;

import io.privirec.federation.AlgorithmDescriptor;
import io.privirec.federation.InvalidParametersException;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.Bspm;
import io.privirec.wire.algorithm.PriviRecParameters.GfCf;
import io.privirec.wire.algorithm.PriviRecParameters.Model;
import io.privirec.wire.algorithm.PriviRecParameters.TurboCf;
import java.util.function.LongSupplier;

/// [PriviRec] as sessions ask for it.
public final class PriviRecDescriptor implements AlgorithmDescriptor<PriviRecParameters> {
  @Override
  public PriviRecParameters defaults() {
    return PriviRecParameters.DEFAULT;
  }

  @Override
  public PriviRecParameters settle(
      PriviRecParameters asked, int items, int participants, LongSupplier seeds)
      throws InvalidParametersException {
    Model model =
        switch (asked.model()) {
          case GfCf(Double gamma, var factors) ->
              new GfCf(gamma, settled(factors).settle(items, seeds));
          case Bspm(var process, var factors) ->
              new Bspm(process, settled(factors).settle(items, seeds));
          case TurboCf turboCf -> turboCf;
        };
    return new PriviRecParameters(model, asked.topN());
  }

  @Override
  public PriviRec build(PriviRecParameters settled, int items) throws InvalidParametersException {
    return new PriviRec(items, model(settled.model()), settled.topN());
  }

  private static GramModel model(Model settled) throws InvalidParametersException {
    return switch (settled) {
      case GfCf(Double gamma, var factors) -> new GramModel.GfCf(iteration(factors), gamma);
      case TurboCf(Double alpha, Double exponent, Integer filter) ->
          new GramModel.TurboCf(alpha, exponent, filter);
      case Bspm(var process, var factors) ->
          new GramModel.Bspm(iteration(factors), SettledBspm.settings(process));
    };
  }

  private static PowerIteration iteration(FactorParameters factors)
      throws InvalidParametersException {
    return settled(factors).iteration();
  }

  private static SettledFactors settled(FactorParameters factors) {
    return new SettledFactors(PriviRecKDescriptor.MODEL + "/factors", factors);
  }
}
