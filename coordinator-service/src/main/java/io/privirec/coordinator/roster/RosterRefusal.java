package io.privirec.coordinator.roster;

/// Why a roster is not taken, or none can be given. The message is a sentence for the caller.
public abstract sealed class RosterRefusal extends RuntimeException {
  private RosterRefusal(String detail) {
    super(detail);
  }

  public static final class Missing extends RosterRefusal {
    Missing() {
      super("no roster was put here");
    }
  }

  public static final class Malformed extends RosterRefusal {
    Malformed(Exception cause) {
      super(String.valueOf(cause.getMessage()));
      initCause(cause);
    }
  }

  /// A newer one is in force.
  public static final class Outdated extends RosterRefusal {
    Outdated(int latest, int version) {
      super("version must be at least %d. Provided value: %d".formatted(latest, version));
    }
  }

  /// Another text of the same version is known.
  public static final class Conflict extends RosterRefusal {
    Conflict(int version) {
      super(
          "another text of version %d was taken before; a changed roster needs a new version"
              .formatted(version));
    }
  }
}
