package io.privirec.coordinator.housekeeping;

import io.privirec.edge.postgres.DatabaseOutage;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/// Runs the collectors of all features once a minute.
@Component
class Housekeeping {
  private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

  private final List<Collector> collectors;
  private final Semaphore running = new Semaphore(1);

  Housekeeping(List<Collector> collectors) {
    this.collectors = List.copyOf(collectors);
  }

  /// At a rate, not with a delay: that would share one thread with the deadlines of rounds.
  @Scheduled(fixedRate = 1, timeUnit = TimeUnit.MINUTES)
  void watch() {
    // A pass that takes longer than a minute is enough.
    if (running.tryAcquire()) {
      try {
        run();
      } finally {
        running.release();
      }
    }
  }

  /// One pass; one at a time. What fails is tried again in the next one, and keeps nothing else
  /// from being collected.
  synchronized void run() {
    for (Collector collector : collectors) {
      try {
        int removed = collector.collect();
        if (removed > 0) {
          log.info("Collected {}: {}", collector.remains(), removed);
        }
      } catch (IOException | RuntimeException e) {
        if (!DatabaseOutage.explains(e)) {
          log.warn("{} could not be collected; trying again", collector.remains(), e);
        }
      }
    }
  }
}
