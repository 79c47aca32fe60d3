package io.privirec.coordinator.release;

/// Why a release, or a file of it, cannot be given. The message is a sentence for the caller.
public final class ReleaseRefusal extends RuntimeException {
  /// What the caller may act on.
  public enum Reason {
    UNKNOWN_RELEASE,
    /// A page should begin behind a release that is not there.
    UNKNOWN_PAGE_START,
    NOTHING_PUBLISHED,
    UNKNOWN_FILE
  }

  private final Reason reason;

  ReleaseRefusal(Reason reason, String detail) {
    super(detail);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
