package io.privirec.edge.problem;

import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.wire.Problem;
import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A request cannot be served, for a reason the caller is told. Goes out as a [Problem].
///
/// The detail is shown to the caller: it names the condition that failed and never repeats private
/// input or secrets.
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProblemType type;
  private final transient List<Violation> errors;
  private final @Nullable Duration retryAfter;

  public ProblemException(ProblemType type, String detail) {
    this(type, detail, List.of(), null, null);
  }

  public ProblemException(ProblemType type, String detail, Throwable cause) {
    this(type, detail, List.of(), null, cause);
  }

  public ProblemException(ProblemType type, String detail, List<Violation> errors) {
    this(type, detail, errors, null, null);
  }

  private ProblemException(
      ProblemType type,
      String detail,
      List<Violation> errors,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(detail, cause);
    this.type = type;
    this.errors = List.copyOf(errors);
    this.retryAfter = retryAfter;
  }

  /// One field or parameter, found at `pointer`, is wrong.
  public static ProblemException at(String pointer, ProblemType type, String detail) {
    return new ProblemException(type, detail, List.of(new Violation(pointer, detail)));
  }

  /// A feature refuses; its message is what the caller is told, and a cause goes to the log.
  public static ProblemException of(ProblemType type, RuntimeException refusal) {
    return new ProblemException(
        type, String.valueOf(refusal.getMessage()), List.of(), null, refusal.getCause());
  }

  /// Likewise, of one field or parameter, found at `pointer`.
  public static ProblemException at(String pointer, ProblemType type, RuntimeException refusal) {
    return at(pointer, type, String.valueOf(refusal.getMessage()));
  }

  /// The same request may succeed after that time (`Retry-After`, whole seconds).
  public static ProblemException retryAfter(Duration time, ProblemType type, String detail) {
    return new ProblemException(type, detail, List.of(), time, null);
  }

  /// Likewise, for a refusal of a feature.
  public static ProblemException retryAfter(
      Duration time, ProblemType type, RuntimeException refusal) {
    return retryAfter(time, type, String.valueOf(refusal.getMessage()));
  }

  /// The problem that some reader wrapped, if it is one.
  static Optional<ProblemException> causeOf(Throwable e) {
    for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ProblemException problem) {
        return Optional.of(problem);
      }
    }
    return Optional.empty();
  }

  /// The database cannot serve now.
  public static ProblemException of(DatabaseOutage outage) {
    return retryAfter(
        Duration.ofSeconds(1),
        ProblemType.UNAVAILABLE,
        "The request cannot be served now: " + outage.words());
  }

  public ProblemType type() {
    return type;
  }

  /// What the caller is told.
  public String detail() {
    return String.valueOf(getMessage());
  }

  public List<Violation> errors() {
    return errors;
  }

  /// What is told of a request, or of a part of one, that cannot be served.
  public Problem problem(String traceId) {
    return Problem.of(type, detail(), traceId, errors);
  }

  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
