package io.privirec.coordinator.roster;

import io.privirec.secagg.roster.RosterFault;
import java.util.Optional;

/// Why a roster is not taken, or none can be given. The message is a sentence for the caller.
public final class RosterRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    MISSING,
    MALFORMED,
    /// Participants would reject it: see [RosterRefusal#fault].
    FAULTY,
    /// Another text of the same version is known.
    CONFLICT
  }

  private final Reason reason;
  private final transient Optional<RosterFault> fault;

  RosterRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
    this.fault = Optional.empty();
  }

  RosterRefusal(RosterFault fault) {
    super(fault.message());
    this.reason = Reason.FAULTY;
    this.fault = Optional.of(fault);
  }

  RosterRefusal(Reason reason, Exception cause) {
    super(String.valueOf(cause.getMessage()), cause);
    this.reason = reason;
    this.fault = Optional.empty();
  }

  public Reason reason() {
    return reason;
  }

  /// Returns the fault that participants would find.
  public Optional<RosterFault> fault() {
    return fault;
  }
}
