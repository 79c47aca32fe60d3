package io.privirec.coordinator.relay;

/// Why an envelope is not taken, or not handed out now. The message is a sentence for the caller.
public final class RelayRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    /// How long the envelope is was not said beforehand.
    LENGTH_NOT_DECLARED,
    /// The envelope is empty.
    EMPTY,
    TOO_LONG,
    /// The recipient has to take some envelopes first.
    MAILBOX_FULL,
    /// So many envelopes are on their way that there is no memory for more.
    BUSY
  }

  private final Reason reason;

  RelayRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
