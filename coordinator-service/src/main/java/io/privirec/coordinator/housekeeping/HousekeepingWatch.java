package io.privirec.coordinator.housekeeping;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

@Component
class HousekeepingWatch {
  private final Housekeeping housekeeping;
  private final Semaphore running = new Semaphore(1);

  HousekeepingWatch(Housekeeping housekeeping) {
    this.housekeeping = housekeeping;
  }

  /// At a rate, not with a delay: that would share one thread with the deadlines of rounds.
  @Scheduled(fixedRate = 1, timeUnit = TimeUnit.MINUTES)
  void run() {
    // A pass that takes longer than a minute is enough.
    if (running.tryAcquire()) {
      try {
        housekeeping.run();
      } finally {
        running.release();
      }
    }
  }
}
