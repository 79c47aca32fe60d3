package io.privirec.coordinator.round.schedule;

import io.privirec.edge.datadir.DataDisk;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.round.Rounds;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/// Closes the phases whose deadline has passed. While the coordinator's own database or disk keeps
/// participants from answering, deadlines are suspended, and participants have time again when the
/// outage is over.
@Component
class DeadlineWatch {
  private static final Logger log = LoggerFactory.getLogger(DeadlineWatch.class);

  /// Between two looks: longer if the database, or this process, hung.
  private static final Duration HUNG = Duration.ofSeconds(5);

  /// Participants repeat a refused call after at most ten seconds, and some only then find out what
  /// else they owe.
  private static final Duration GRACE = Duration.ofSeconds(30);

  private final Rounds rounds;
  private final DatabaseFaults database;
  private final DataDisk disk;
  private long looked = System.nanoTime();
  private boolean suspended;
  private long suspendedSince;

  DeadlineWatch(Rounds rounds, DatabaseFaults database, DataDisk disk) {
    this.rounds = rounds;
    this.database = database;
    this.disk = disk;
  }

  @Scheduled(fixedDelay = 100)
  synchronized void closeOverdue() {
    long now = System.nanoTime();
    if (now - looked > HUNG.toNanos()) {
      suspend(looked);
    }
    looked = now;
    try {
      if (database.last() || disk.isFull()) {
        suspend(now);
        return;
      }
      if (suspended) {
        resume(Duration.ofNanos(now - suspendedSince));
      }
      rounds.closeOverdue();
    } catch (RuntimeException e) {
      if (DatabaseOutage.explains(e)) {
        suspend(now);
      } else {
        log.warn("Deadlines could not be checked; trying again", e);
      }
    }
  }

  private void suspend(long since) {
    if (!suspended) {
      suspended = true;
      suspendedSince = since;
    }
  }

  private void resume(Duration time) {
    rounds.postpone(time.plus(GRACE));
    suspended = false;
    log.info("Deadlines were suspended for {} s and run again", time.toSeconds());
  }
}
