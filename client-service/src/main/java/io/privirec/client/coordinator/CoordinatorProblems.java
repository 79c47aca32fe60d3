package io.privirec.client.coordinator;

import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import java.util.Arrays;

/// What a caller of this service is told when a call to the coordinator fails on its behalf.
public final class CoordinatorProblems {
  private CoordinatorProblems() {}

  /// The coordinator's own problem where it is one that this service knows, else that it refused.
  public static ProblemException of(CoordinatorException e) {
    return switch (e) {
      case CoordinatorUnreachableException unreachable ->
          new ProblemException(
              ProblemType.COORDINATOR_UNREACHABLE, "the coordinator cannot be reached now", e);
      case AnswerTooLongException tooLong ->
          new ProblemException(
              ProblemType.COORDINATOR_REFUSED, String.valueOf(tooLong.getMessage()), e);
      case CoordinatorRefusedException refused ->
          Arrays.stream(ProblemType.values())
              .filter(type -> type.status() / 100 == 4 && refused.is(type))
              .findFirst()
              .map(type -> new ProblemException(type, refused.detail(), e))
              .orElseGet(
                  () -> new ProblemException(ProblemType.COORDINATOR_REFUSED, refused.detail(), e));
    };
  }
}
