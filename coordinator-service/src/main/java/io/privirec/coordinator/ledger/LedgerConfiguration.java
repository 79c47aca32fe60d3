package io.privirec.coordinator.ledger;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.privacy.PrivacyTarget;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import(LedgerViews.class)
class LedgerConfiguration {
  private static final Logger log = LoggerFactory.getLogger(CoordinatorLedger.class);

  @Bean
  CoordinatorLedger coordinatorLedger(
      DataDirectory data,
      LedgerHeadStore heads,
      KnownSessions sessions,
      Clock clock,
      @Value("${privirec.coordinator.privacy.max-epsilon}") double epsilon,
      @Value("${privirec.coordinator.privacy.delta}") double delta,
      @Value("${privirec.coordinator.privacy.period}") Duration period,
      @Value("${privirec.coordinator.privacy.ledger-copy-dir}") Optional<Path> copy) {
    return new CoordinatorLedger(
        new LedgerFiles(data.directory("ledgers"), copy),
        heads,
        sessions,
        new PrivacyBudget(new PrivacyTarget(epsilon, delta), period),
        clock);
  }

  @Bean
  ApplicationListener<ApplicationReadyEvent> ledgerCheck(CoordinatorLedger ledger) {
    return _ ->
        ledger
            .state()
            .lock()
            .ifPresent(why ->
                log.error("Nothing over data is opened until the ledger is reconciled: {}", why));
  }
}
