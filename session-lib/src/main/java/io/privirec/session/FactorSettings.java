package io.privirec.session;

import static io.privirec.session.Settings.choice;
import static io.privirec.session.Settings.orDrawn;
import static io.privirec.session.Settings.orElse;
import static io.privirec.session.Settings.require;
import static io.privirec.session.Settings.requireAbsent;
import static io.privirec.session.Settings.settled;

import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What the algorithms with factors ask of the power iteration, and its defaults.
record FactorSettings(
    @Nullable Integer k,
    @Nullable Integer oversampling,
    @Nullable Integer iterations,
    @Nullable String lambda,
    @Nullable Long seed) {
  static final int DEFAULT_RANK = 256;

  /// Of a model without factors.
  static final FactorSettings NONE = new FactorSettings(null, null, null, null, null);

  private static final int DEFAULT_ITERATIONS = 2;

  /// Refuses what is given although the model has no factors.
  void requireNone(String model) throws InvalidParametersException {
    requireAbsent(model, "k", k);
    requireAbsent(model, "oversampling", oversampling);
    requireAbsent(model, "iterations", iterations);
    requireAbsent(model, "lambda", lambda);
    requireAbsent(model, "seed", seed);
  }

  /// With everything filled in.
  FactorSettings settle(int items, LongSupplier seeds) throws InvalidParametersException {
    int rank = orElse(k, Math.min(DEFAULT_RANK, items));
    require("k", rank >= 1 && rank <= items, "must be in [1, " + items + "], the number of items");
    int more = orElse(oversampling, 0);
    require(
        "oversampling",
        more >= 0 && more <= items - rank,
        "must be in [0, " + (items - rank) + "], the number of items less k");
    return new FactorSettings(
        rank,
        more,
        orElse(iterations, DEFAULT_ITERATIONS),
        eigenvalues().label(),
        orDrawn(seed, seeds));
  }

  /// Of settled ones.
  PowerIteration powerIteration() throws InvalidParametersException {
    return new PowerIteration(
        settled(k), orElse(oversampling, 0), settled(iterations), eigenvalues(), settled(seed));
  }

  private Eigenvalues eigenvalues() throws InvalidParametersException {
    return choice("lambda", lambda, List.of(Eigenvalues.values()), Eigenvalues::label);
  }
}
