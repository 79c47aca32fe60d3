package io.privirec.coordinator.round.web;

import io.privirec.edge.problem.ProblemException;
import io.privirec.secagg.RoundId;
import io.privirec.wire.ProblemType;

/// Reads round ids of paths.
final class RoundIds {
  private RoundIds() {}

  static RoundId parse(String hex) {
    try {
      return RoundId.parse(hex);
    } catch (IllegalArgumentException _) {
      throw new ProblemException(ProblemType.UNKNOWN_ROUND, "No such round");
    }
  }
}
