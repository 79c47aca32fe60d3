package io.privirec.client.coordinator;

import io.privirec.edge.datadir.DiskFull;
import io.privirec.edge.dependency.CoordinatorContact;
import io.privirec.edge.postgres.DatabaseFaults;
import io.privirec.secagg.ParticipantId;
import io.privirec.serving.release.NoRoomException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Failures of the loops of all participants, which try everything again every few seconds. A
/// failure of a dependency is counted, and logged for all participants together. If another failure
/// of a participant is repeated, it is logged every five minutes.
public final class LoopFailures {
  private static final Logger log = LoggerFactory.getLogger(LoopFailures.class);
  private static final int UNAUTHENTICATED = 401;
  private static final Duration REMINDER = Duration.ofMinutes(5);

  private final DatabaseFaults database;
  private final Runnable fullDisk;
  private final CoordinatorContact coordinator;
  private final Map<ParticipantId, Said> last = new ConcurrentHashMap<>();

  private record Said(String words, long nanos) {}

  /// @param fullDisk counts a failure for want of room
  LoopFailures(DatabaseFaults database, Runnable fullDisk, CoordinatorContact coordinator) {
    this.database = database;
    this.fullDisk = fullDisk;
    this.coordinator = coordinator;
  }

  /// A participant could not ask for work.
  public void ofAsking(ParticipantId participant, Throwable failure) {
    if (failure instanceof CoordinatorException refused && !isAway(refused)) {
      coordinator.refused(participant + ": " + refused.getMessage());
    } else {
      ofWork(participant, "asking for work", failure);
    }
  }

  /// A participant could not do its work.
  ///
  /// @param work printable
  public void ofWork(ParticipantId participant, String work, Throwable failure) {
    if (failure instanceof CoordinatorException.Refused refused
        && refused.status() == UNAUTHENTICATED) {
      // Keys and clocks are wrong for all participants of a service together.
      coordinator.refused(participant + ": " + refused.getMessage());
    } else if (isAway(failure)) {
      // The coordinator's client has counted it.
      log.debug("{}, {}: {}", participant, work, failure.getMessage());
    } else if (database.counted(failure).isPresent()) {
      log.debug("{}, {}", participant, work, failure);
    } else if (failure instanceof NoRoomException || DiskFull.explains(failure)) {
      fullDisk.run();
      log.debug("{}, {}", participant, work, failure);
    } else if (!isNews(participant, work + failure)) {
      log.debug("{}, {}, again", participant, work, failure);
    } else if (failure instanceof CoordinatorException) {
      log.warn("{}, {}: {}", participant, work, failure.getMessage());
    } else {
      log.error("{}, {} failed", participant, work, failure);
    }
  }

  private static boolean isAway(Throwable failure) {
    return failure instanceof CoordinatorException.Unreachable;
  }

  private boolean isNews(ParticipantId participant, String words) {
    long now = System.nanoTime();
    Said before = last.get(participant);
    boolean isNews =
        before == null
            || !before.words().equals(words)
            || now - before.nanos() >= REMINDER.toNanos();
    if (isNews) {
      last.put(participant, new Said(words, now));
    }
    return isNews;
  }
}
