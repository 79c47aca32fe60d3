package io.privirec.coordinator.ledger;

import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.ledger.PrivacyLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Limits of the sums over each participant's data.
///
/// @param maxEpsilon most ε of all sums with noise over a participant's data within the period
/// @param maxEpsilonPerSession most ε of all sums with noise of one session
/// @param maxEpsilonLifetime most ε of all sums with noise over a participant's data since the
///   ledger began
/// @param sessionsPerPeriod number of sessions with noise that share a period's budget; a session
///   that states no ε gets an equal part of the rest
/// @param largestUsers the largest number of users of a participant, by declaration: a plan whose
///   noise is above all users that there may be is rejected
/// @param delta the δ of all these ε. δ of each session, too, is at most 1/(10 × largest-users).
///   Default: the smaller of 1e-6 and this bound
/// @param period how long a sum counts against `max-epsilon`
/// @param ledgerCopyDir existing directory that gets a copy of the ledger, best on another disk;
///   unless given, no copy is kept
@ConfigurationProperties("privirec.coordinator.privacy")
record LedgerSettings(
    @DefaultValue("8") double maxEpsilon,
    @DefaultValue("3") double maxEpsilonPerSession,
    @DefaultValue("16") double maxEpsilonLifetime,
    @DefaultValue("4") int sessionsPerPeriod,
    @DefaultValue("100000") long largestUsers,
    @Nullable Double delta,
    @DefaultValue("P365D") Duration period,
    @Nullable Path ledgerCopyDir) {
  private static final double LARGEST_DELTA = 1e-6;

  PrivacyBudget budget() {
    double settled =
        delta != null ? delta : Math.min(LARGEST_DELTA, PrivacyBudget.largestDelta(largestUsers));
    try {
      return new PrivacyBudget(
          new PrivacyLimits(
              Optional.empty(),
              new PrivacyTarget(maxEpsilonPerSession, settled),
              new PrivacyTarget(maxEpsilon, settled),
              new PrivacyTarget(maxEpsilonLifetime, settled),
              period.toMillis()),
          sessionsPerPeriod,
          largestUsers);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("privirec.coordinator.privacy: " + e.getMessage(), e);
    }
  }

  Optional<Path> copyDirectory() {
    return Optional.ofNullable(ledgerCopyDir).filter(path -> !path.toString().isBlank());
  }
}
