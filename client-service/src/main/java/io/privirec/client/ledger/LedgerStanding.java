package io.privirec.client.ledger;

import io.privirec.privacy.ledger.EquationTotals;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.PrivacySpent;
import java.util.List;
import java.util.Optional;

/// How a participant's ledger stands.
///
/// @param locked why nothing is joined that reads data; empty if nothing is wrong
/// @param entries of the period, oldest first; none where they cannot be relied on
/// @param spent the budget that they took, with open reservations
/// @param epsilonLifetime of all sums with noise since the ledger began, at the limits' δ
/// @param equations that sums without noise told since the ledger began
record LedgerStanding(
    Optional<String> locked,
    List<LedgerEntry> entries,
    PrivacySpent spent,
    double epsilonLifetime,
    EquationTotals equations,
    PrivacyLimits limits) {
  LedgerStanding {
    entries = List.copyOf(entries);
  }
}
