package io.privirec.secagg;

import java.util.List;

/// The rules that a round follows: who is in its sum, and what a loss does to it.
public sealed interface RoundKind {
  /// What the coordinator is assumed to do.
  ThreatModel threatModel();

  /// n-of-n: the cohort is a union of whole cells of a roster, and everybody's masked vector is in
  /// the sum or there is none. Whatever sets the coordinator picks, they are unions of cells, so
  /// that sums of several rounds cannot be set against each other to show fewer than an atom
  /// (docs/threat-model.md). For sums that are exact.
  ///
  /// Up to [Thresholds#MAX_COMPLETE] participants everyone masks with everyone: a coordinator
  /// together with all participants but two learns no more than the sum of these two. Beyond, the
  /// graph of masks is drawn from everyone's part of a seed, with the degree of
  /// [io.privirec.secagg.ParameterSolver#connected].
  ///
  /// @param roster that names the cells; a participant that has another one in force takes no part
  /// @param cells numbers of the cells whose members are the cohort, ascending
  record Closed(RosterReference roster, List<Integer> cells) implements RoundKind {
    public Closed {
      cells = List.copyOf(cells);
      if (cells.isEmpty()) {
        throw new IllegalArgumentException("a closed round needs at least one cell");
      }
      for (int i = 0; i < cells.size(); i++) {
        if (cells.get(i) < 1 || (i > 0 && cells.get(i) <= cells.get(i - 1))) {
          throw new IllegalArgumentException(
              "cells must be positive numbers in ascending order without repetition");
        }
      }
    }

    /// Whom a participant is summed with follows from a roster that is not the coordinator's, and a
    /// key list that is not the cohort's is refused: nothing rests on the coordinator's honesty.
    @Override
    public ThreatModel threatModel() {
      return ThreatModel.SEMI_MALICIOUS;
    }
  }

  /// Bell et al. 2020: participants may leave, and the sum is that of the survivors. Nobody but the
  /// course of the round decides who they are, so that exact sums of several rounds could be set
  /// against each other. For sums that carry noise, or that depend on nobody's data.
  record Tolerant(Thresholds thresholds) implements RoundKind {
    @Override
    public ThreatModel threatModel() {
      return thresholds.threatModel();
    }
  }
}
