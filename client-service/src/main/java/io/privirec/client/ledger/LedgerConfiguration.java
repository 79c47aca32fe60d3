package io.privirec.client.ledger;

import io.privirec.client.roster.Rosters;
import io.privirec.client.roster.SummedParticipants;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import io.privirec.privacy.ledger.LedgerDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Wires the ledgers.
@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {
  private static final Logger log = LoggerFactory.getLogger(LedgerConfiguration.class);

  @Bean(destroyMethod = "close")
  LedgerDirectory ledgerDirectory(DataDirectory data, LedgerSettings settings) {
    Optional<Path> copies = Optional.ofNullable(settings.ledgerCopyDir());
    // Not created: a disk that is not mounted would be taken for a new one.
    if (copies.isPresent() && !Files.isDirectory(copies.get())) {
      throw new InvalidConfigurationPropertyValueException(
          "privirec.client.privacy.ledger-copy-dir", copies.get(), "is no directory");
    }
    try {
      return LedgerDirectory.open(data.directory("ledgers"), copies);
    } catch (IOException e) {
      throw new StartRefusedException(
          String.valueOf(e.getMessage()),
          "Stop it, or give this service its own directory with privirec.data-dir.",
          e);
    }
  }

  @Bean
  SummedParticipants summedParticipants(LedgerDirectory directory, HeadStore heads) {
    return new LedgersWithSums(directory, heads);
  }

  @Bean
  PrivacyLedgers privacyLedgers(
      LedgerDirectory directory,
      HeadStore heads,
      JoinedRounds rounds,
      LedgerSettings settings,
      Rosters rosters,
      Clock clock) {
    log.info("Limits of {}", settings.limits().inWords());
    return new PrivacyLedgers(
        directory,
        heads,
        rounds,
        settings.limits(),
        settings.configuredColluders(),
        rosters::namesOf,
        clock);
  }
}
