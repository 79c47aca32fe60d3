package io.privirec.privacy.ledger;

/// The decision of a person about a ledger and a head that differ.
public enum Reconciliation {
  /// The copy takes the place of the file.
  COPY,
  /// The file is right, and longer than its head says.
  FILE,
  /// The missing entries are unknown. The whole budget of a period counts as spent.
  WORST_CASE
}
