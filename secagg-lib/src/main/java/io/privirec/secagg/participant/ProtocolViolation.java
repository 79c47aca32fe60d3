package io.privirec.secagg.participant;

import io.privirec.secagg.AbortReason;

/// A check that failed; ends in the aborted state and never leaves the package.
final class ProtocolViolation extends Exception {
  private static final long serialVersionUID = 1L;

  private final AbortReason reason;
  private final String detail;

  ProtocolViolation(AbortReason reason, String detail) {
    super(detail, null, false, false);
    this.reason = reason;
    this.detail = detail;
  }

  ParticipantState.Aborted toState() {
    return new ParticipantState.Aborted(reason, detail);
  }

  static void require(boolean holds, AbortReason reason, String detail) throws ProtocolViolation {
    if (!holds) {
      throw new ProtocolViolation(reason, detail);
    }
  }
}
