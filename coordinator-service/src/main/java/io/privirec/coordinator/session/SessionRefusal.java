package io.privirec.coordinator.session;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a session is not started, shown or changed. The message is a sentence for the caller.
public abstract sealed class SessionRefusal extends RuntimeException {
  private final @Nullable String pointer;

  private SessionRefusal(String detail) {
    this(null, detail);
  }

  private SessionRefusal(@Nullable String pointer, String detail) {
    super(detail);
    this.pointer = pointer;
  }

  /// JSON pointer to the field of the request that is wrong, where it is one field.
  public Optional<String> pointer() {
    return Optional.ofNullable(pointer);
  }

  public static final class UnknownSession extends SessionRefusal {
    UnknownSession() {
      super("No such session");
    }
  }

  public static final class NotInCohort extends SessionRefusal {
    NotInCohort() {
      super("This participant is not in the session's cohort");
    }
  }

  public static final class SessionOver extends SessionRefusal {
    SessionOver(String detail) {
      super(detail);
    }
  }

  public static final class InvalidField extends SessionRefusal {
    InvalidField(String pointer, String detail) {
      super(pointer, detail);
    }
  }

  public static final class UnknownAlgorithm extends SessionRefusal {
    UnknownAlgorithm(String detail) {
      super("/algorithm", detail);
    }
  }

  public static final class CatalogueMissing extends SessionRefusal {
    CatalogueMissing() {
      super("A session needs a catalogue first");
    }
  }

  /// Somebody of the cohort is not enrolled.
  public static final class UnknownParticipant extends SessionRefusal {
    UnknownParticipant(String detail) {
      super(detail);
    }

    UnknownParticipant(int position) {
      super("/cohort/" + position, "This participant is not enrolled");
    }
  }

  /// Somebody of the cohort is enrolled with another key than the roster has.
  public static final class RosterKeyMismatch extends SessionRefusal {
    RosterKeyMismatch(String detail) {
      super(detail);
    }
  }

  public static final class CohortTooSmall extends SessionRefusal {
    CohortTooSmall(int least, int size) {
      super(
          "/cohort",
          "A cohort has at least %d participants; this one has %d".formatted(least, size));
    }
  }

  public static final class CohortTooLarge extends SessionRefusal {
    CohortTooLarge(int most, int size) {
      super(
          "/cohort", "A cohort has at most %d participants; this one has %d".formatted(most, size));
    }
  }

  public static final class NotWholeCells extends SessionRefusal {
    NotWholeCells(String detail) {
      super("/cohort", detail);
    }
  }

  public static final class CapacityExceeded extends SessionRefusal {
    CapacityExceeded(String detail) {
      super(detail);
    }
  }

  public static final class StagingBudgetExceeded extends SessionRefusal {
    StagingBudgetExceeded(String detail) {
      super(detail);
    }
  }

  public static final class HeapExceeded extends SessionRefusal {
    HeapExceeded(String detail) {
      super(detail);
    }
  }

  /// A bisection: the session did not fail for a sum over cells.
  public static final class NotOutOfRange extends SessionRefusal {
    NotOutOfRange() {
      super("The session did not fail for a sum over cells");
    }
  }

  /// A bisection: less than the session's only cell must not be opened.
  public static final class SingleCell extends SessionRefusal {
    SingleCell(int cell) {
      super("The session was over cell %d alone: look for the holder in it".formatted(cell));
    }
  }

  /// A bisection: the cells are those of a roster that is no longer in force.
  public static final class RosterSuperseded extends SessionRefusal {
    RosterSuperseded(int version) {
      super(
          "The session was over cells of roster version %d, and a newer one is in force"
              .formatted(version));
    }
  }
}
