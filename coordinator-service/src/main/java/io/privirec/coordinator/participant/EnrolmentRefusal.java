package io.privirec.coordinator.participant;

/// Why somebody is not enrolled. The message is a sentence for the caller.
public final class EnrolmentRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    KEY_NOT_PROVEN,
    TOKEN_REFUSED,
    ALREADY_ENROLLED
  }

  private final Reason reason;

  EnrolmentRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
