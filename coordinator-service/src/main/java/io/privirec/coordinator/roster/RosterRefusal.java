package io.privirec.coordinator.roster;

/// Why a roster is not taken, or none can be given. The message is a sentence for the caller.
public final class RosterRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    MISSING,
    MALFORMED,
    /// A newer one is in force.
    OUTDATED,
    /// Another text of the same version is known.
    CONFLICT
  }

  private final Reason reason;

  RosterRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  RosterRefusal(Reason reason, Exception cause) {
    super(String.valueOf(cause.getMessage()), cause);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
