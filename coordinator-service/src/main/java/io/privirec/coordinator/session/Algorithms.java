package io.privirec.coordinator.session;

import io.privirec.edge.problem.ProblemException;
import io.privirec.federation.Algorithm;
import io.privirec.federation.PriviRecK;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.ProblemType;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// From names and parameters of the API to algorithms.
final class Algorithms {
  private static final int DEFAULT_RANK = 256;
  private static final int DEFAULT_ITERATIONS = 2;
  private static final double DEFAULT_GAMMA = 0.3;
  private static final int DEFAULT_TOP_N = 1000;

  private Algorithms() {}

  /// Fills in the defaults.
  ///
  /// @param seeds draws the public seed when none is given
  static PriviRecKParameters settle(
      String algorithm, @Nullable PriviRecKParameters given, int items, LongSupplier seeds) {
    if (!algorithm.equals(PriviRecK.ID)) {
      throw ProblemException.at(
          "/algorithm", ProblemType.UNKNOWN_ALGORITHM, "must be one of: " + PriviRecK.ID);
    }
    PriviRecKParameters asked =
        given == null ? new PriviRecKParameters(null, null, null, null, null, null) : given;
    int k = orElse(asked.k(), Math.min(DEFAULT_RANK, items));
    require("k", k >= 1 && k <= items, "must be in [1, " + items + "], the number of items");
    int idealRank = orElse(asked.idealRank(), Math.min(k, DEFAULT_RANK));
    require("idealRank", idealRank >= 0 && idealRank <= k, "must be in [0, k]");
    return new PriviRecKParameters(
        k,
        orElse(asked.iterations(), DEFAULT_ITERATIONS),
        orElse(asked.gamma(), DEFAULT_GAMMA),
        asked.seed() == null ? Long.valueOf(seeds.getAsLong()) : asked.seed(),
        idealRank,
        orElse(asked.topN(), DEFAULT_TOP_N));
  }

  /// The algorithm of settled parameters.
  static Algorithm of(PriviRecKParameters settled, int items) {
    return new PriviRecK(
        items,
        given(settled.k()),
        given(settled.iterations()),
        given(settled.gamma()),
        given(settled.seed()),
        given(settled.idealRank()),
        given(settled.topN()));
  }

  private static void require(String name, boolean condition, String range) {
    if (!condition) {
      throw ProblemException.at(
          "/parameters/" + name, ProblemType.INVALID_VALUE, name + " " + range);
    }
  }

  private static <T> T orElse(@Nullable T value, T otherwise) {
    return value == null ? otherwise : value;
  }

  private static <T> T given(@Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException("settled parameters have no gaps");
    }
    return value;
  }
}
