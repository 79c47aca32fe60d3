package io.privirec.coordinator.ledger.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.privirec.coordinator.ledger.CoordinatorLedger;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/// Whether the coordinator's ledger keeps sums over data from being opened. It is looked at once a
/// minute and not at each scrape: that reads all of it, and holds it meanwhile.
@Component
class LedgerGauge {
  private static final Logger log = LoggerFactory.getLogger(LedgerGauge.class);

  private final CoordinatorLedger ledger;

  /// 1 or 0; unknown while the database is away.
  private volatile double locked = Double.NaN;

  LedgerGauge(MeterRegistry meters, CoordinatorLedger ledger) {
    this.ledger = ledger;
    Gauge.builder("privirec.ledger.locked", this, gauge -> gauge.locked)
        .description("1 while the coordinator's ledger is locked or cannot be used, else 0")
        .register(meters);
  }

  @Scheduled(fixedRate = 1, timeUnit = TimeUnit.MINUTES)
  void look() {
    try {
      locked = ledger.isUsable() ? 0 : 1;
    } catch (RuntimeException e) {
      locked = Double.NaN;
      log.debug("The ledger cannot be looked at", e);
    }
  }
}
