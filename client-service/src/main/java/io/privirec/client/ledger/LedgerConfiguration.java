package io.privirec.client.ledger;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import io.privirec.privacy.ledger.LedgerDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Opens the directory of the ledgers.
@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {
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
}
