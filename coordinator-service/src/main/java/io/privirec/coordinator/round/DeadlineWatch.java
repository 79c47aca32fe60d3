package io.privirec.coordinator.round;

import io.privirec.edge.datadir.DataDisk;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.edge.postgres.DatabaseOutage;
import io.privirec.round.RoundFailure;
import io.privirec.round.Rounds;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/// Closes the phases whose deadline has passed. While the coordinator's own database or disk keeps
/// participants from answering, deadlines are suspended, and participants have time again when the
/// outage is over. A full disk suspends the deadline of a phase for at most a day. While no
/// coordinator ran, participants could not answer either: after a start they have time again.
@Component
class DeadlineWatch {
  private static final Logger log = LoggerFactory.getLogger(DeadlineWatch.class);

  /// Between two looks: longer if the database, or this process, hung.
  private static final Duration HUNG = Duration.ofSeconds(5);

  /// Participants repeat a refused call after at most ten seconds, and some only then find out what
  /// else they owe.
  private static final Duration GRACE = Duration.ofSeconds(30);

  /// The time of participants after a start, at most a phase. A process that an outage ended does
  /// not know how long the outage lasted.
  private static final Duration AFTER_START = Duration.ofMinutes(2);

  /// How much longer than its deadline a phase lasts by a full disk.
  private static final Duration LONGEST_FULL = Duration.ofHours(24);

  /// Without its database a coordinator cannot even give up.
  private static final Duration EVER = Duration.ofDays(36_500);

  private static final RoundFailure FULL =
      new RoundFailure(
          RoundFailure.STORAGE_FULL,
          "The coordinator's disk was full, and the phase lasted %s hours longer than its deadline"
              .formatted(LONGEST_FULL.toHours()));

  private final Rounds rounds;
  private final DatabaseFaults database;
  private final DataDisk disk;
  private long looked = System.nanoTime();
  private boolean started;
  private boolean suspended;
  private boolean onlyByDisk;
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
      suspend(looked, false);
    }
    looked = now;
    try {
      if (database.last()) {
        suspend(now, false);
      } else if (disk.isFull()) {
        suspend(now, true);
        rounds.giveUpOverdue(LONGEST_FULL, FULL);
      } else {
        if (!started) {
          rounds.postpone(AFTER_START, EVER);
          started = true;
        }
        if (suspended) {
          resume(Duration.ofNanos(now - suspendedSince));
        }
        rounds.closeOverdue();
      }
    } catch (RuntimeException e) {
      if (DatabaseOutage.explains(e)) {
        suspend(now, false);
      } else {
        log.warn("Deadlines could not be checked; trying again", e);
      }
    }
  }

  private void suspend(long since, boolean byDisk) {
    onlyByDisk = byDisk && (onlyByDisk || !suspended);
    if (!suspended) {
      suspended = true;
      suspendedSince = since;
    }
  }

  private void resume(Duration time) {
    rounds.postpone(time.plus(GRACE), onlyByDisk ? LONGEST_FULL : EVER);
    suspended = false;
    log.info("Deadlines were suspended for {} s and run again", time.toSeconds());
  }
}
