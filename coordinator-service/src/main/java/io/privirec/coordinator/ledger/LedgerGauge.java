package io.privirec.coordinator.ledger;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.edge.metrics.Looked;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.time.Duration;
import org.springframework.stereotype.Component;

/// Whether the coordinator's ledger keeps sums over data from being opened. It is looked at once a
/// minute and not at each scrape: that reads all of it, and holds it meanwhile.
@Component
class LedgerGauge {
  private final Looked<Boolean> isUsable;

  LedgerGauge(MeterRegistry meters, CoordinatorLedger ledger) {
    isUsable = new Looked<>("ledger-gauge", Duration.ofMinutes(1), ledger::isUsable);
    Gauge.builder("privirec.ledger.locked", isUsable, looked -> looked.value(is -> is ? 0 : 1))
        .description("1 while the coordinator's ledger is locked or cannot be used, else 0")
        .register(meters);
  }

  @PostConstruct
  void start() {
    isUsable.start();
  }

  @PreDestroy
  void stop() {
    isUsable.close();
  }
}
