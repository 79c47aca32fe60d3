package io.privirec.coordinator.session;

import io.privirec.wire.SessionView.Status;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a session is not shown or changed. The message is a sentence for the caller.
public final class SessionRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    UNKNOWN_SESSION,
    NOT_IN_COHORT,
    SESSION_OVER,
    /// The session's cohort has no such participant.
    UNKNOWN_PARTICIPANT,
    /// A report: the participants of the session have nothing with each other.
    WITHOUT_PEERS,
    /// A bisection: the session did not fail for a sum over cells.
    NOT_OUT_OF_RANGE,
    /// A bisection: less than the session's only cell must not be opened.
    SINGLE_CELL,
    /// A bisection: the cells are those of a roster that is no longer in force.
    ROSTER_SUPERSEDED
  }

  private final Reason reason;
  private final @Nullable String pointer;

  SessionRefusal(Reason reason, String detail) {
    this(reason, null, detail);
  }

  SessionRefusal(Reason reason, @Nullable String pointer, String detail) {
    super(detail);
    this.reason = reason;
    this.pointer = pointer;
  }

  /// Refuses what only a running session takes.
  static void requireRunning(Status status) {
    switch (status) {
      case RUNNING -> {
        // It takes it.
      }
      // The release may be listed any moment, or be listed already.
      case PUBLISHING ->
          throw new SessionRefusal(Reason.SESSION_OVER, "The session is being published");
      case PUBLISHED, COMPLETED, FAILED, CANCELLED ->
          throw new SessionRefusal(Reason.SESSION_OVER, "The session is over: " + status);
    }
  }

  static SessionRefusal unknownSession() {
    return new SessionRefusal(Reason.UNKNOWN_SESSION, "No such session");
  }

  static SessionRefusal notInCohort() {
    return new SessionRefusal(
        Reason.NOT_IN_COHORT, "This participant is not in the session's cohort");
  }

  public Reason reason() {
    return reason;
  }

  /// JSON pointer to the field of the request that is wrong, where it is one field.
  public Optional<String> pointer() {
    return Optional.ofNullable(pointer);
  }
}
