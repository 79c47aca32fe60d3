package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.PrivacyLedgerRefusal.Reason;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.ledger.LedgerEntry;
import io.privirec.privacy.ledger.LedgerEntry.Reserved;
import io.privirec.privacy.ledger.LedgerEntry.Sum;
import io.privirec.privacy.ledger.LedgerEntry.Use;
import io.privirec.privacy.ledger.LimitDecision;
import io.privirec.privacy.ledger.PrivacyLimits;
import io.privirec.privacy.ledger.Reservations;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// How much of everybody's privacy may be spent. A user's data lies at a participant: what was
/// opened of that participant's data is what was opened of the user's.
///
/// @param sessionsPerPeriod how many sessions with noise share a period's budget, at least 1
/// @param largestUsers the largest number of users of a participant, by declaration: in [1, 2^24]
record PrivacyBudget(PrivacyLimits limits, int sessionsPerPeriod, long largestUsers) {
  /// Most ε of a session that states none.
  private static final double DEFAULT_EPSILON = 3;

  /// The rings of counts hold no more users of a participant.
  private static final long MOST_USERS = 1 << 24;

  /// A δ of 1 / users would allow to publish a user: a tenth of it is the most.
  private static final double USERS_PER_DELTA = 10;

  PrivacyBudget {
    if (sessionsPerPeriod < 1) {
      throw new IllegalArgumentException(
          "sessions-per-period must be at least 1. Provided value: " + sessionsPerPeriod);
    }
    if (largestUsers < 1 || largestUsers > MOST_USERS) {
      throw new IllegalArgumentException(
          "largest-users must be in [1, %s]. Provided value: %s"
              .formatted(MOST_USERS, largestUsers));
    }
    if (limits.delta() > largestDelta(largestUsers)) {
      throw new IllegalArgumentException(
          "delta must be at most 1 / (10 × largest-users) = %s. Provided value: %s"
              .formatted(largestDelta(largestUsers), limits.delta()));
    }
  }

  /// Returns the largest δ over so many users.
  static double largestDelta(long users) {
    return 1 / (USERS_PER_DELTA * users);
  }

  /// Rejects a session whose budget some account has no room for.
  ///
  /// @throws PrivacyLedgerRefusal with the numbers of that account, and the limit that it exceeds
  void require(Collection<LedgerAccount> accounts, Reserved next, PlannedBudget planned, long now) {
    require(
        accounts,
        account ->
            limits.reserve(account.entries(), next, planned.unit(), planned.largestRho(), now));
  }

  /// Rejects a sum that some account has no room for.
  ///
  /// @throws PrivacyLedgerRefusal with the numbers of that account, and the limit that it exceeds
  void require(Collection<LedgerAccount> accounts, String session, Use.Noise next, long now) {
    require(accounts, account -> limits.decide(account.entries(), session, next, now));
  }

  private static void require(
      Collection<LedgerAccount> accounts, Function<LedgerAccount, LimitDecision> decision) {
    for (LedgerAccount account : accounts) {
      if (decision.apply(account) instanceof LimitDecision.Refused refused) {
        throw new PrivacyLedgerRefusal(
            Reason.BUDGET_EXCEEDED,
            "%s participants, among them %s: %s"
                .formatted(
                    account.participants().size(),
                    account.participants().getFirst(),
                    refused.inWords()));
      }
    }
  }

  /// Returns ρ of a session that states no ε, with the attempts that its policy allows: an equal
  /// part, for each session still to come, of what the poorest account has left in the period. At
  /// most ρ of ε 3, of the session's limit, and of what is left for life. 0 if nothing is left.
  double defaultRho(Collection<LedgerAccount> accounts, long now) {
    double most = Math.min(DEFAULT_EPSILON, limits.session().epsilon());
    double rho = Conversion.CKS.rho(new PrivacyTarget(most, limits.delta()));
    for (LedgerAccount account : accounts) {
      PrivacyLimits.Rest rest = limits.rest(account.entries(), now);
      int left = Math.max(1, sessionsPerPeriod - sessions(account.entries(), now));
      rho = Math.min(rho, Math.min(rest.period() / left, rest.lifetime()));
    }
    return rho;
  }

  /// Returns ε that the poorest account has spent, once a session has spent its budget.
  PlannedBudget.Spent spentWith(
      Collection<LedgerAccount> accounts, PlannedBudget planned, double delta, long now) {
    double period = 0;
    double lifetime = 0;
    for (LedgerAccount account : accounts) {
      PrivacyLimits.Spent spent = limits.spentWith(account.entries(), planned.rho(), delta, now);
      period = Math.max(period, spent.period());
      lifetime = Math.max(lifetime, spent.lifetime());
    }
    return new PlannedBudget.Spent(lifetime, period, Duration.ofMillis(limits.periodMillis()));
  }

  /// Sessions with noise of the period, and those that have an open reservation.
  private int sessions(List<LedgerEntry> entries, long now) {
    Set<String> sessions = new HashSet<>(Reservations.of(entries).left().keySet());
    for (LedgerEntry entry : entries) {
      if (entry instanceof Sum sum
          && sum.use() instanceof Use.Noise
          && sum.at() > now - limits.periodMillis()) {
        sessions.add(sum.session());
      }
    }
    return sessions.size();
  }
}
