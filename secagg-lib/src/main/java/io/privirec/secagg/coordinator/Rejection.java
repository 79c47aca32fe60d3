package io.privirec.secagg.coordinator;

/// A check that a message failed; becomes [Outcome.Rejected] and never leaves the package.
final class Rejection extends Exception {
  private static final long serialVersionUID = 1L;

  private final RejectionReason reason;
  private final String detail;

  Rejection(RejectionReason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
    this.detail = detail;
  }

  Outcome.Rejected toOutcome() {
    return new Outcome.Rejected(reason, detail);
  }

  static void require(boolean holds, RejectionReason reason, String detail) throws Rejection {
    if (!holds) {
      throw new Rejection(reason, detail);
    }
  }
}
