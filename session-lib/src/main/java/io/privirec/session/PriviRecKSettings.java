package io.privirec.session;

import static io.privirec.session.Settings.choice;
import static io.privirec.session.Settings.orElse;
import static io.privirec.session.Settings.require;
import static io.privirec.session.Settings.requireAbsent;
import static io.privirec.session.Settings.settled;

import io.privirec.federation.privirec.FactorModel;
import io.privirec.federation.privirec.PriviRecK;
import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.wire.PriviRecKParameters;
import java.util.List;
import java.util.function.LongSupplier;

/// Defaults of PriviRec-k.
final class PriviRecKSettings {
  private static final double DEFAULT_GAMMA = 0.3;
  private static final double DEFAULT_EXPONENT = 1;
  private static final int DEFAULT_FILTER = 1;
  private static final int DEFAULT_TOP_N = 1000;

  private static final List<String> MODELS =
      List.of(
          FactorModel.GfCf.ID,
          FactorModel.Spectral.ID,
          FactorModel.TurboCf.ID,
          FactorModel.Bspm.LATE_ID,
          FactorModel.Bspm.EARLY_ID);

  private PriviRecKSettings() {}

  static PriviRecKParameters settle(PriviRecKParameters asked, int items, LongSupplier seeds)
      throws InvalidParametersException {
    FactorSettings factors = factors(asked).settle(items, seeds);
    String model = model(asked);
    BspmSettings bspm = bspm(asked);
    boolean isGfCf = model.equals(FactorModel.GfCf.ID);
    boolean isSpectral = model.equals(FactorModel.Spectral.ID);
    boolean isTurboCf = model.equals(FactorModel.TurboCf.ID);
    boolean isBspm = !isGfCf && !isSpectral && !isTurboCf;
    if (!isGfCf) {
      requireAbsent(model, "gamma", asked.gamma());
    }
    if (!isGfCf && !isBspm) {
      requireAbsent(model, "idealRank", asked.idealRank());
    }
    if (!isSpectral) {
      requireAbsent(model, "response", asked.response());
    }
    if (!isTurboCf) {
      requireAbsent(model, "exponent", asked.exponent());
      requireAbsent(model, "filter", asked.filter());
    }
    if (!isBspm) {
      bspm.requireNone(model);
    }
    int k = settled(factors.k());
    int idealRank = orElse(asked.idealRank(), Math.min(k, FactorSettings.DEFAULT_RANK));
    require("idealRank", idealRank >= 1 && idealRank <= k, "must be in [1, k]");
    double exponent = orElse(asked.exponent(), DEFAULT_EXPONENT);
    int filter = orElse(asked.filter(), DEFAULT_FILTER);
    require(
        "filter",
        filter == 1 || exponent == 1,
        "must be 1 unless the exponent is 1: a power of a low-rank matrix has no low rank");
    bspm = isBspm ? bspm.settle() : BspmSettings.NONE;
    return new PriviRecKParameters(
        k,
        factors.iterations(),
        isGfCf ? orElse(asked.gamma(), DEFAULT_GAMMA) : null,
        factors.seed(),
        isGfCf || isBspm ? idealRank : null,
        orElse(asked.topN(), DEFAULT_TOP_N),
        factors.oversampling(),
        factors.lambda(),
        model,
        isSpectral ? response(asked).label() : null,
        isTurboCf ? exponent : null,
        isTurboCf ? filter : null,
        bspm.beta(),
        bspm.solver(),
        bspm.steps(),
        bspm.time(),
        bspm.pointCombination());
  }

  private static String model(PriviRecKParameters parameters) throws InvalidParametersException {
    return choice("model", parameters.model(), MODELS, name -> name);
  }

  private static FactorSettings factors(PriviRecKParameters asked) {
    return new FactorSettings(
        asked.k(), asked.oversampling(), asked.iterations(), asked.lambda(), asked.seed());
  }

  private static BspmSettings bspm(PriviRecKParameters asked) {
    return new BspmSettings(
        asked.beta(), asked.solver(), asked.steps(), asked.time(), asked.pointCombination());
  }

  private static FactorFilter.Response response(PriviRecKParameters asked)
      throws InvalidParametersException {
    return choice(
        "response",
        asked.response(),
        List.of(FactorFilter.Response.values()),
        FactorFilter.Response::label);
  }

  static PriviRecK algorithm(PriviRecKParameters parameters, int items)
      throws InvalidParametersException {
    FactorModel model =
        switch (model(parameters)) {
          case FactorModel.GfCf.ID ->
              new FactorModel.GfCf(settled(parameters.gamma()), settled(parameters.idealRank()));
          case FactorModel.Spectral.ID -> new FactorModel.Spectral(response(parameters));
          case FactorModel.TurboCf.ID ->
              new FactorModel.TurboCf(settled(parameters.exponent()), settled(parameters.filter()));
          case FactorModel.Bspm.LATE_ID -> bspm(parameters, Merge.LATE);
          default -> bspm(parameters, Merge.EARLY);
        };
    return new PriviRecK(
        items, factors(parameters).powerIteration(), model, settled(parameters.topN()));
  }

  private static FactorModel bspm(PriviRecKParameters parameters, Merge merge)
      throws InvalidParametersException {
    return new FactorModel.Bspm(bspm(parameters).settings(merge), settled(parameters.idealRank()));
  }
}
