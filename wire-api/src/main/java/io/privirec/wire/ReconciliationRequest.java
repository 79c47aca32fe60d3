package io.privirec.wire;

import jakarta.validation.constraints.NotNull;

/// Reconciles a participant's locked ledger.
///
/// @param by from what
public record ReconciliationRequest(@NotNull Way by) {
  /// How a ledger is reconciled.
  public enum Way {
    /// From the copy that is kept apart.
    COPY,
    /// All that the holder's limits allow within a period counts as spent.
    WORST_CASE
  }
}
