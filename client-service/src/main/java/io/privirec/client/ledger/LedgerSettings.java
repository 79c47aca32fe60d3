package io.privirec.client.ledger;

import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.ledger.PrivacyLimits;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How much of its users' privacy a holder allows, under `privirec.client.privacy`, for each of its
/// participants (docs/operations.md has why the defaults are what they are).
///
/// @param maxEpsilon most ε of all sums with noise of a participant within the period
/// @param maxEpsilonPerSum most ε of one sum with noise
/// @param period how long a sum counts against the most ε of all sums
/// @param delta the δ of both ε, that of all sums and that of one
/// @param minColluders how many participants, at least, noise must allow to tell theirs: with 0
///   each participant could take its own noise off the sum
/// @param ledgerCopyDir existing directory that gets a copy of each ledger, best on another disk;
///   unless given, no copy is kept
@ConfigurationProperties("privirec.client.privacy")
record LedgerSettings(
    @DefaultValue("8") double maxEpsilon,
    @DefaultValue("2") double maxEpsilonPerSum,
    @DefaultValue("P365D") Duration period,
    @DefaultValue("1e-6") double delta,
    @DefaultValue("1") int minColluders,
    @Nullable Path ledgerCopyDir) {
  LedgerSettings {
    limits(maxEpsilonPerSum, maxEpsilon, period, delta);
  }

  PrivacyLimits limits() {
    return limits(maxEpsilonPerSum, maxEpsilon, period, delta);
  }

  private static PrivacyLimits limits(double sum, double all, Duration period, double delta) {
    try {
      return new PrivacyLimits(
          new PrivacyTarget(sum, delta), new PrivacyTarget(all, delta), period.toMillis());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("privirec.client.privacy: " + e.getMessage(), e);
    }
  }
}
