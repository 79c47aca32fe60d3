package io.privirec.wire.client;

import io.privirec.wire.Problem;
import io.privirec.wire.ProblemType;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The service answered with a problem. The message has its code and detail.
public final class ProblemAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;
  private final transient @Nullable Duration retryAfter;

  ProblemAnswerException(Problem problem, @Nullable Duration retryAfter) {
    super("%s %s: %s".formatted(problem.status(), problem.code(), problem.detail()));
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /// All that was answered; [Problem#errors()] points at what was wrong in the request.
  public Problem problem() {
    return problem;
  }

  /// Its kind; empty for one that this version of the client does not know.
  public Optional<ProblemType> type() {
    return Arrays.stream(ProblemType.values())
        .filter(type -> type.code().equals(problem.code()))
        .findFirst();
  }

  /// How long to wait before the same request is sent again; empty where nothing was said.
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
