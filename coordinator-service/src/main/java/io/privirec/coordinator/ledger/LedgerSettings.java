package io.privirec.coordinator.ledger;

import io.privirec.privacy.PrivacyTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What may be opened of each participant's data.
///
/// @param maxEpsilon most ε of all sums with noise over a participant's data within the period
/// @param delta the δ of that ε
/// @param period how long a sum counts against the most ε
/// @param ledgerCopyDir existing directory that gets a copy of the ledger, best on another disk;
///   unless given, no copy is kept
@ConfigurationProperties("privirec.coordinator.privacy")
record LedgerSettings(
    @DefaultValue("8") double maxEpsilon,
    @DefaultValue("1e-6") double delta,
    @DefaultValue("P365D") Duration period,
    @Nullable Path ledgerCopyDir) {
  PrivacyBudget budget() {
    return new PrivacyBudget(new PrivacyTarget(maxEpsilon, delta), period);
  }

  Optional<Path> copyDirectory() {
    return Optional.ofNullable(ledgerCopyDir).filter(path -> !path.toString().isBlank());
  }
}
