package io.privirec.serving.web;

import io.privirec.edge.problem.ProblemException;
import io.privirec.serving.scoring.RequestRefusal;
import io.privirec.wire.ProblemType;
import java.time.Duration;

/// As which problem the services that recommend answer what a recommender refuses.
public final class RequestProblems {
  private static final Duration EXACT_RETRY_AFTER = Duration.ofSeconds(1);

  private RequestProblems() {}

  public static ProblemException of(RequestRefusal refusal) {
    return switch (refusal) {
      case RequestRefusal.InvalidValue e ->
          ProblemException.at(e.pointer(), ProblemType.INVALID_VALUE, e);
      case RequestRefusal.NoExactForm e ->
          ProblemException.at("/exact", ProblemType.EXACT_UNAVAILABLE, e);
      case RequestRefusal.ExactQueueFull e ->
          ProblemException.retryAfter(EXACT_RETRY_AFTER, ProblemType.TOO_MANY_REQUESTS, e);
    };
  }
}
