package io.privirec.client.participant;

/// Why a participant is not found or hosted here. The message says so to the caller.
public final class ParticipantRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    UNKNOWN_PARTICIPANT,
    ALREADY_HOSTED,
    /// The coordinator has another key than the one that the holder configured, or pinned.
    OTHER_COORDINATOR_KEY,
    UNUSABLE_COORDINATOR_KEY
  }

  private final Reason reason;

  ParticipantRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
