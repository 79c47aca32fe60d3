package io.privirec.session;

import static io.privirec.session.Settings.choice;
import static io.privirec.session.Settings.orDrawn;
import static io.privirec.session.Settings.orElse;
import static io.privirec.session.Settings.require;
import static io.privirec.session.Settings.settled;

import io.privirec.federation.FactorModel;
import io.privirec.federation.PriviRecK;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.wire.PriviRecKParameters;
import java.util.List;
import java.util.function.LongSupplier;

/// Defaults of PriviRec-k.
final class PriviRecKSettings {
  private static final int DEFAULT_RANK = 256;
  private static final int DEFAULT_ITERATIONS = 2;
  private static final double DEFAULT_GAMMA = 0.3;
  private static final int DEFAULT_TOP_N = 1000;

  private static final List<String> MODELS = List.of(FactorModel.GfCf.ID, FactorModel.Spectral.ID);

  private PriviRecKSettings() {}

  static PriviRecKParameters settle(PriviRecKParameters asked, int items, LongSupplier seeds)
      throws InvalidParametersException {
    int k = orElse(asked.k(), Math.min(DEFAULT_RANK, items));
    require("k", k >= 1 && k <= items, "must be in [1, " + items + "], the number of items");
    int oversampling = orElse(asked.oversampling(), 0);
    require(
        "oversampling",
        oversampling >= 0 && oversampling <= items - k,
        "must be in [0, " + (items - k) + "], the number of items less k");
    String model = choice("model", asked.model(), MODELS, name -> name);
    boolean isGfCf = model.equals(FactorModel.GfCf.ID);
    require("gamma", isGfCf || asked.gamma() == null, "belongs to the model gf-cf");
    require("idealRank", isGfCf || asked.idealRank() == null, "belongs to the model gf-cf");
    require("response", !isGfCf || asked.response() == null, "belongs to the model spectral");
    int idealRank = orElse(asked.idealRank(), Math.min(k, DEFAULT_RANK));
    require("idealRank", idealRank >= 1 && idealRank <= k, "must be in [1, k]");
    return new PriviRecKParameters(
        k,
        orElse(asked.iterations(), DEFAULT_ITERATIONS),
        isGfCf ? orElse(asked.gamma(), DEFAULT_GAMMA) : null,
        orDrawn(asked.seed(), seeds),
        isGfCf ? idealRank : null,
        orElse(asked.topN(), DEFAULT_TOP_N),
        oversampling,
        choice("lambda", asked.lambda(), List.of(Eigenvalues.values()), Eigenvalues::label).label(),
        model,
        isGfCf ? null : response(asked).label());
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
    PowerIteration factors =
        new PowerIteration(
            settled(parameters.k()),
            orElse(parameters.oversampling(), 0),
            settled(parameters.iterations()),
            choice(
                "lambda", parameters.lambda(), List.of(Eigenvalues.values()), Eigenvalues::label),
            settled(parameters.seed()));
    String model = choice("model", parameters.model(), MODELS, name -> name);
    return new PriviRecK(
        items,
        factors,
        model.equals(FactorModel.GfCf.ID)
            ? new FactorModel.GfCf(settled(parameters.gamma()), settled(parameters.idealRank()))
            : new FactorModel.Spectral(response(parameters)),
        settled(parameters.topN()));
  }
}
