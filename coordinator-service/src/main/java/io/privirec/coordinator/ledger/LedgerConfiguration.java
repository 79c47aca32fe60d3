package io.privirec.coordinator.ledger;

import io.privirec.coordinator.ledger.CoordinatorLedger.KnownSessions;
import io.privirec.coordinator.roster.Rosters;
import io.privirec.coordinator.roster.Rosters.SummedParticipants;
import io.privirec.edge.datadir.DataDirectory;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class LedgerConfiguration {
  private static final Logger log = LoggerFactory.getLogger(CoordinatorLedger.class);

  @Bean
  CoordinatorLedger coordinatorLedger(
      DataDirectory data,
      LedgerHeadStore heads,
      KnownSessions sessions,
      Clock clock,
      LedgerSettings settings,
      Rosters rosters) {
    return new CoordinatorLedger(
        new LedgerFiles(data.directory("ledgers"), settings.copyDirectory()),
        heads,
        sessions,
        settings.budget(),
        rosters::formerNames,
        clock);
  }

  /// The ledger asks rosters for names, and rosters ask the ledger for participants.
  @Bean
  SummedParticipants summedParticipants(ObjectProvider<CoordinatorLedger> ledger) {
    return () -> ledger.getObject().summed();
  }

  @Bean
  ApplicationListener<ApplicationReadyEvent> ledgerCheck(CoordinatorLedger ledger) {
    return _ -> {
      log.info("Limits of {}", ledger.budget().limits().inWords());
      log.info("Sums over data carry noise, unless a request states \"noise\": \"none\"");
      ledger
          .state()
          .lock()
          .ifPresent(why ->
              log.error("Nothing over data is opened until the ledger is reconciled: {}", why));
    };
  }
}
