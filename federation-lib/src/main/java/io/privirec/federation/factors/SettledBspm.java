package io.privirec.federation.factors;

import static io.privirec.federation.InvalidParametersException.choice;

import io.privirec.federation.InvalidParametersException;
import io.privirec.filter.graph.Bspm;
import io.privirec.wire.algorithm.BspmProcess;
import java.util.List;

/// From the parameters of BSPM to its settings.
public final class SettledBspm {
  private SettledBspm() {}

  /// Returns the settings.
  ///
  /// @param pointer to the parameters in a request
  public static Bspm.Settings settings(String pointer, BspmProcess process)
      throws InvalidParametersException {
    return new Bspm.Settings(
        choice(
            pointer + "/merge", process.merge(), List.of(Bspm.Merge.values()), Bspm.Merge::label),
        choice(
            pointer + "/solver",
            process.solver(),
            List.of(Bspm.Solver.values()),
            Bspm.Solver::label),
        process.steps(),
        process.time(),
        process.beta(),
        process.pointCombination());
  }
}
