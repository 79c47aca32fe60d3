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

  /// The fault of a reconciliation.
  public enum Reason {
    /// There is nothing to reconcile.
    NOT_LOCKED,
    /// There is no copy, or the copy is no better than the ledger.
    COPY_UNUSABLE,
    /// The file is damaged, or entries are missing at its end.
    FILE_UNUSABLE
  }
}
