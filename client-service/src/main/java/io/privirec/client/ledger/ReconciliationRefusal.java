package io.privirec.client.ledger;

import io.privirec.privacy.ledger.LedgerRefusal;

/// Why a ledger is not reconciled. The message says so to the caller.
public final class ReconciliationRefusal extends RuntimeException {
  private final Reason reason;

  ReconciliationRefusal(LedgerRefusal refusal) {
    super(refusal.getMessage(), refusal);
    this.reason =
        switch (refusal) {
          case LedgerRefusal.NotLocked _ -> Reason.NOT_LOCKED;
          case LedgerRefusal.FileUnusable _ -> Reason.FILE_UNUSABLE;
          default -> Reason.COPY_UNUSABLE;
        };
  }

  public Reason reason() {
    return reason;
  }

  /// What is in the way.
  public enum Reason {
    /// There is nothing to reconcile.
    NOT_LOCKED,
    /// There is no copy, or it is no better than the ledger.
    COPY_UNUSABLE,
    /// What the file says cannot be believed.
    FILE_UNUSABLE
  }
}
