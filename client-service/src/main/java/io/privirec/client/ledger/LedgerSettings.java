package io.privirec.client.ledger;

import io.privirec.privacy.PrivacyTarget;
import io.privirec.privacy.ledger.PrivacyLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How much of its users' privacy a holder allows, under `privirec.client.privacy`, for each of its
/// participants (docs/operations.md has why the defaults are what they are).
///
/// @param maxEpsilon most ε of all sums with noise of a participant within the period
/// @param maxEpsilonPerSession most ε of all sums with noise of one session
/// @param maxEpsilonLifetime most ε of all sums with noise of a participant since its ledger began
/// @param maxEpsilonPerSum most ε of one sum with noise; unless given, only the other limits count
/// @param period how long a sum counts against `max-epsilon`
/// @param delta the δ of all these ε
/// @param minColluders how many participants, at least, noise must allow to tell theirs: with 0
///   each participant could take its own noise off the sum. Unless given, a fifth of the round's
///   participants, rounded up, and all participants of a holder count together
/// @param ledgerCopyDir existing directory that gets a copy of each ledger, best on another disk;
///   unless given, no copy is kept
@ConfigurationProperties("privirec.client.privacy")
record LedgerSettings(
    @DefaultValue("8") double maxEpsilon,
    @DefaultValue("3") double maxEpsilonPerSession,
    @DefaultValue("16") double maxEpsilonLifetime,
    @Nullable Double maxEpsilonPerSum,
    @DefaultValue("P365D") Duration period,
    @DefaultValue("1e-6") double delta,
    @Nullable Integer minColluders,
    @Nullable Path ledgerCopyDir) {
  LedgerSettings {
    limits(maxEpsilonPerSum, maxEpsilonPerSession, maxEpsilon, maxEpsilonLifetime, period, delta);
    if (minColluders != null && minColluders < 0) {
      throw new IllegalArgumentException(
          "privirec.client.privacy.min-colluders must be at least 0. Provided value: "
              + minColluders);
    }
  }

  PrivacyLimits limits() {
    return limits(
        maxEpsilonPerSum, maxEpsilonPerSession, maxEpsilon, maxEpsilonLifetime, period, delta);
  }

  OptionalInt configuredColluders() {
    return minColluders == null ? OptionalInt.empty() : OptionalInt.of(minColluders);
  }

  private static PrivacyLimits limits(
      @Nullable Double sum,
      double session,
      double all,
      double lifetime,
      Duration period,
      double delta) {
    try {
      return new PrivacyLimits(
          Optional.ofNullable(sum).map(epsilon -> new PrivacyTarget(epsilon, delta)),
          new PrivacyTarget(session, delta),
          new PrivacyTarget(all, delta),
          new PrivacyTarget(lifetime, delta),
          period.toMillis());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("privirec.client.privacy: " + e.getMessage(), e);
    }
  }
}
