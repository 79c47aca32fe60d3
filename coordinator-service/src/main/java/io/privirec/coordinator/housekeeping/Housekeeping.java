package io.privirec.coordinator.housekeeping;

import io.privirec.edge.postgres.DatabaseOutage;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Has everything collected.
public final class Housekeeping {
  private static final Logger log = LoggerFactory.getLogger(Housekeeping.class);

  private final List<Collector> collectors;

  Housekeeping(List<Collector> collectors) {
    this.collectors = List.copyOf(collectors);
  }

  /// One pass; one at a time. What fails is tried again in the next one, and keeps nothing else
  /// from being collected.
  public synchronized void run() {
    for (Collector collector : collectors) {
      try {
        int removed = collector.pass().collect();
        if (removed > 0) {
          log.info("Collected {}: {}", collector.what(), removed);
        }
      } catch (IOException | RuntimeException e) {
        if (!DatabaseOutage.explains(e)) {
          log.warn("{} could not be collected; trying again", collector.what(), e);
        }
      }
    }
  }
}
