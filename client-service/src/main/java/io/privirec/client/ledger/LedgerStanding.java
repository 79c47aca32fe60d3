package io.privirec.client.ledger;

import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.PrivacySpent;
import java.util.List;
import java.util.Optional;

/// How a participant's ledger stands.
///
/// @param locked why nothing is joined that reads data; empty if nothing is wrong
/// @param entries of the period, oldest first; none where they cannot be relied on
/// @param spent what they took
public record LedgerStanding(
    Optional<String> locked, List<LedgerEntry> entries, PrivacySpent spent, PrivacyLimits limits) {
  public LedgerStanding {
    entries = List.copyOf(entries);
  }
}
