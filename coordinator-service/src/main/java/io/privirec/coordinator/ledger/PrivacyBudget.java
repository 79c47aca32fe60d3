package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.PrivacyLedgerRefusal.Reason;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.PrivacySpent;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/// How much of everybody's privacy may be spent. A user's data lies at a participant: what was
/// opened of that participant's data is what was opened of the user's.
///
/// @param limit of all sums within the period together
record PrivacyBudget(PrivacyTarget limit, Duration period) {
  /// What of these entries counts.
  PrivacySpent spent(List<LedgerEntry> entries, long now) {
    return PrivacySpent.since(entries, now - period.toMillis());
  }

  double epsilon(Composition composition) {
    return composition.epsilon(limit.delta(), Conversion.CKS).epsilon();
  }

  /// Refuses sums that somebody's account has no room for.
  ///
  /// @param next the sums
  /// @throws PrivacyLedgerRefusal with the numbers of the fullest account
  void require(Collection<LedgerAccount> accounts, Composition next, long now) {
    for (LedgerAccount account : accounts) {
      PrivacySpent spent = spent(account.entries(), now);
      Composition with = spent.noise().plus(next);
      if (spent.isPresumed() || !limit.isMetBy(with)) {
        throw new PrivacyLedgerRefusal(
            Reason.BUDGET_EXCEEDED,
            "%d participants, among them %s: the sums have epsilon %s at delta %s; %s of %s are spent within %s, and with them %s would be"
                .formatted(
                    account.participants().size(),
                    account.participants().getFirst(),
                    epsilon(next),
                    limit.delta(),
                    spent.isPresumed() ? "all" : epsilon(spent.noise()),
                    limit.epsilon(),
                    inDays(),
                    epsilon(with)));
      }
    }
  }

  private String inDays() {
    return period.equals(Duration.ofDays(period.toDays()))
        ? period.toDays() + " days"
        : period.toString();
  }
}
