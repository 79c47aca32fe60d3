package io.privirec.session;

import static io.privirec.session.Settings.orDrawn;
import static io.privirec.session.Settings.orElse;
import static io.privirec.session.Settings.require;
import static io.privirec.session.Settings.settled;

import io.privirec.federation.PriviRecK;
import io.privirec.wire.PriviRecKParameters;
import java.util.function.LongSupplier;

/// Defaults of PriviRec-k.
final class PriviRecKSettings {
  private static final int DEFAULT_RANK = 256;
  private static final int DEFAULT_ITERATIONS = 2;
  private static final double DEFAULT_GAMMA = 0.3;
  private static final int DEFAULT_TOP_N = 1000;

  private PriviRecKSettings() {}

  static PriviRecKParameters settle(PriviRecKParameters asked, int items, LongSupplier seeds)
      throws InvalidParametersException {
    int k = orElse(asked.k(), Math.min(DEFAULT_RANK, items));
    require("k", k >= 1 && k <= items, "must be in [1, " + items + "], the number of items");
    int idealRank = orElse(asked.idealRank(), Math.min(k, DEFAULT_RANK));
    require("idealRank", idealRank >= 1 && idealRank <= k, "must be in [1, k]");
    return new PriviRecKParameters(
        k,
        orElse(asked.iterations(), DEFAULT_ITERATIONS),
        orElse(asked.gamma(), DEFAULT_GAMMA),
        orDrawn(asked.seed(), seeds),
        idealRank,
        orElse(asked.topN(), DEFAULT_TOP_N));
  }

  static PriviRecK algorithm(PriviRecKParameters parameters, int items) {
    return new PriviRecK(
        items,
        settled(parameters.k()),
        settled(parameters.iterations()),
        settled(parameters.gamma()),
        settled(parameters.seed()),
        settled(parameters.idealRank()),
        settled(parameters.topN()));
  }
}
