package io.privirec.coordinator.round;

import io.privirec.edge.problem.ProblemException;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.wire.ProblemType;

/// The protocol's rejections as problems.
final class Refusals {
  private Refusals() {}

  static ProblemException of(RejectionReason reason, String detail) {
    ProblemType type =
        switch (reason) {
          case UNKNOWN_PARTICIPANT -> ProblemType.NOT_IN_COHORT;
          case SENDER_MISMATCH -> ProblemType.FORBIDDEN;
          case WRONG_PHASE, DROPPED_OUT -> ProblemType.WRONG_PHASE;
          case REPEATED_WITH_OTHER_CONTENT -> ProblemType.MESSAGE_CONFLICT;
          case BAD_SIGNATURE -> ProblemType.BAD_SIGNATURE;
          case CONTEXT_MISMATCH,
              INVALID_KEY,
              DUPLICATE_KEY,
              SEED_COMMITMENT_INVALID,
              SEED_MISMATCH,
              WRONG_SURVIVORS,
              WRONG_RECIPIENTS,
              INVALID_ENCAPSULATION,
              FALSE_COMPLAINT,
              WRONG_REVEALS ->
              ProblemType.MALFORMED_MESSAGE;
        };
    return new ProblemException(type, reason.code() + ": " + detail);
  }
}
