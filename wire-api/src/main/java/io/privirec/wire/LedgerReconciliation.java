package io.privirec.wire;

import jakarta.validation.constraints.NotNull;

/// Reconciles the coordinator's locked ledger.
///
/// @param by from what
public record LedgerReconciliation(@NotNull Way by) {
  /// Where the truth is.
  public enum Way {
    /// In the copy that is kept apart.
    COPY,
    /// In the file, which has more entries than its head says: the database was restored.
    FILE,
    /// Nowhere: all that the budget allows within a period counts as spent.
    WORST_CASE
  }
}
