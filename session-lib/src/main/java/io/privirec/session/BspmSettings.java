package io.privirec.session;

import static io.privirec.session.Settings.choice;
import static io.privirec.session.Settings.orElse;
import static io.privirec.session.Settings.requireAbsent;
import static io.privirec.session.Settings.settled;

import io.privirec.filter.graph.Bspm;
import io.privirec.filter.graph.Bspm.Merge;
import io.privirec.filter.graph.Bspm.Solver;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a session asks of BSPM, and its defaults: those published for Gowalla.
record BspmSettings(
    @Nullable Double beta,
    @Nullable String solver,
    @Nullable Integer steps,
    @Nullable Double time,
    @Nullable Boolean pointCombination) {
  /// Of another model.
  static final BspmSettings NONE = new BspmSettings(null, null, null, null, null);

  private static final double DEFAULT_BETA = 0.2;
  private static final int DEFAULT_STEPS = 1;
  private static final double DEFAULT_TIME = 2.5;

  /// Refuses what is given although it is of another model.
  void requireNone(String model) throws InvalidParametersException {
    requireAbsent(model, "beta", beta);
    requireAbsent(model, "solver", solver);
    requireAbsent(model, "steps", steps);
    requireAbsent(model, "time", time);
    requireAbsent(model, "pointCombination", pointCombination);
  }

  /// With everything filled in.
  BspmSettings settle() throws InvalidParametersException {
    return new BspmSettings(
        orElse(beta, DEFAULT_BETA),
        named().label(),
        orElse(steps, DEFAULT_STEPS),
        orElse(time, DEFAULT_TIME),
        orElse(pointCombination, false));
  }

  /// Of settled ones.
  Bspm.Settings settings(Merge merge) throws InvalidParametersException {
    return new Bspm.Settings(
        merge, named(), settled(steps), settled(time), settled(beta), settled(pointCombination));
  }

  private Solver named() throws InvalidParametersException {
    return choice("solver", solver, List.of(Solver.RK4, Solver.EULER), Solver::label);
  }
}
