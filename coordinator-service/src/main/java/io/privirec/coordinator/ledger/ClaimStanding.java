package io.privirec.coordinator.ledger;

import io.privirec.privacy.Conversion;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.PrivacySpent;
import java.time.Instant;
import java.util.List;

/// The state of a session's participants in the ledger: it decides whether a claim of privacy over
/// their data holds.
public sealed interface ClaimStanding {
  /// No sum without noise over data of any of the participants is in the ledger.
  ///
  /// @param accounts all entries, once per group of participants with the same entries; at least
  ///   one group
  record Unmarked(List<List<LedgerEntry>> accounts) implements ClaimStanding {
    public Unmarked {
      accounts = accounts.stream().map(List::copyOf).toList();
    }

    /// Returns ε of all noisy sums since the ledger began, of the participant with most.
    public double lifetimeEpsilon(double delta) {
      return epsilonAfter(Long.MIN_VALUE, delta);
    }

    /// Returns ε of all noisy sums that were entered later, of the participant with most.
    ///
    /// @param start of the period
    public double epsilonSince(Instant start, double delta) {
      return epsilonAfter(start.toEpochMilli(), delta);
    }

    private double epsilonAfter(long after, double delta) {
      return accounts.stream()
          .map(entries -> PrivacySpent.since(entries, after).noise())
          .mapToDouble(noise -> noise.epsilon(delta, Conversion.CKS).epsilon())
          .max()
          .orElse(0);
    }
  }

  /// A sum without noise over data of a participant was opened, or may have been.
  ///
  /// @param since when the ledger entered the first of these sums
  record Marked(Instant since) implements ClaimStanding {}

  /// The ledger cannot exclude such a sum.
  record Unknown(Reason reason) implements ClaimStanding {}

  /// Why the ledger cannot exclude a sum without noise.
  enum Reason {
    /// File, head and copy of the ledger contradict each other.
    LEDGER_LOCKED,
    /// The ledger was reconciled by the worst case: earlier entries are lost.
    LEDGER_RESTORED,
    /// The ledger has no sum of the session.
    SESSION_UNKNOWN
  }
}
