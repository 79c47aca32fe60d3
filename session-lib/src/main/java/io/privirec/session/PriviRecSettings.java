package io.privirec.session;

import static io.privirec.session.Settings.choice;
import static io.privirec.session.Settings.orElse;
import static io.privirec.session.Settings.requireAbsent;
import static io.privirec.session.Settings.settled;

import io.privirec.federation.privirec.FactorModel;
import io.privirec.federation.privirec.GramModel;
import io.privirec.federation.privirec.PriviRec;
import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.wire.PriviRecParameters;
import java.util.List;
import java.util.function.LongSupplier;

/// Defaults of PriviRec with the item Gram matrix.
final class PriviRecSettings {
  private static final double DEFAULT_GAMMA = 0.3;
  private static final double DEFAULT_ALPHA = 0.5;
  private static final double DEFAULT_EXPONENT = 1;
  private static final int DEFAULT_FILTER = 1;
  private static final int DEFAULT_TOP_N = 1000;

  private static final List<String> MODELS =
      List.of(
          FactorModel.GfCf.ID,
          FactorModel.TurboCf.ID,
          FactorModel.Bspm.LATE_ID,
          FactorModel.Bspm.EARLY_ID);

  private PriviRecSettings() {}

  static PriviRecParameters settle(PriviRecParameters asked, int items, LongSupplier seeds)
      throws InvalidParametersException {
    String model = model(asked);
    FactorSettings factors = factors(asked);
    BspmSettings bspm = bspm(asked);
    boolean isGfCf = model.equals(FactorModel.GfCf.ID);
    boolean isTurboCf = model.equals(FactorModel.TurboCf.ID);
    boolean isBspm = !isGfCf && !isTurboCf;
    if (isTurboCf) {
      factors.requireNone(model);
    } else {
      requireAbsent(model, "alpha", asked.alpha());
      requireAbsent(model, "exponent", asked.exponent());
      requireAbsent(model, "filter", asked.filter());
    }
    if (!isBspm) {
      bspm.requireNone(model);
    }
    if (!isGfCf) {
      requireAbsent(model, "gamma", asked.gamma());
    }
    factors = isTurboCf ? FactorSettings.NONE : factors.settle(items, seeds);
    bspm = isBspm ? bspm.settle() : BspmSettings.NONE;
    return new PriviRecParameters(
        model,
        factors.k(),
        factors.oversampling(),
        factors.iterations(),
        factors.lambda(),
        isGfCf ? orElse(asked.gamma(), DEFAULT_GAMMA) : null,
        isTurboCf ? orElse(asked.alpha(), DEFAULT_ALPHA) : null,
        isTurboCf ? orElse(asked.exponent(), DEFAULT_EXPONENT) : null,
        isTurboCf ? orElse(asked.filter(), DEFAULT_FILTER) : null,
        bspm.beta(),
        bspm.solver(),
        bspm.steps(),
        bspm.time(),
        bspm.pointCombination(),
        factors.seed(),
        orElse(asked.topN(), DEFAULT_TOP_N));
  }

  static PriviRec algorithm(PriviRecParameters parameters, int items)
      throws InvalidParametersException {
    GramModel model =
        switch (model(parameters)) {
          case FactorModel.GfCf.ID ->
              new GramModel.GfCf(factors(parameters).powerIteration(), settled(parameters.gamma()));
          case FactorModel.TurboCf.ID ->
              new GramModel.TurboCf(
                  settled(parameters.alpha()),
                  settled(parameters.exponent()),
                  settled(parameters.filter()));
          case FactorModel.Bspm.LATE_ID -> bspm(parameters, Merge.LATE);
          default -> bspm(parameters, Merge.EARLY);
        };
    return new PriviRec(items, model, settled(parameters.topN()));
  }

  private static GramModel bspm(PriviRecParameters parameters, Merge merge)
      throws InvalidParametersException {
    return new GramModel.Bspm(
        factors(parameters).powerIteration(), bspm(parameters).settings(merge));
  }

  private static String model(PriviRecParameters parameters) throws InvalidParametersException {
    return choice("model", parameters.model(), MODELS, name -> name);
  }

  private static FactorSettings factors(PriviRecParameters asked) {
    return new FactorSettings(
        asked.k(), asked.oversampling(), asked.iterations(), asked.lambda(), asked.seed());
  }

  private static BspmSettings bspm(PriviRecParameters asked) {
    return new BspmSettings(
        asked.beta(), asked.solver(), asked.steps(), asked.time(), asked.pointCombination());
  }
}
