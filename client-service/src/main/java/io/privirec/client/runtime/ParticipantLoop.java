package io.privirec.client.runtime;

import io.privirec.client.consent.SessionWork;
import io.privirec.client.coordinator.CoordinatorText;
import io.privirec.client.coordinator.LoopFailures;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.participant.Participant;
import io.privirec.client.participation.Participation;
import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.SessionId;
import io.privirec.client.participation.SessionTerms;
import io.privirec.client.round.RoundWork;
import io.privirec.client.round.Rounds;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.wire.WorkList;
import io.privirec.wire.WorkList.WorkItem;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks again and again what one participant owes, and has it done. Ends only when stopped:
/// whatever goes wrong with one item is logged and leaves the others and the next question alone.
final class ParticipantLoop implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(ParticipantLoop.class);
  private static final Duration POLL = Duration.ofSeconds(20);
  private static final Duration POLL_IN_SESSION = Duration.ofSeconds(5);
  private static final Duration LOOK_FOR_ENDS = Duration.ofSeconds(30);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Participant participant;
  private final ParticipantChannel channel;
  private final SessionWork sessions;
  private final Rounds rounds;
  private final RoundWork own;
  private final LoopFailures failures;
  private final ReleaseListener onRelease;
  private final Semaphore wake = new Semaphore(0);
  private volatile boolean stopping;
  private long lookedForEnds = System.nanoTime();

  /// Per session what was sent last: the same asked for again is no progress.
  private final Map<String, WorkItem> sent = new HashMap<>();

  ParticipantLoop(
      Participant participant,
      ParticipantChannel channel,
      SessionWork sessions,
      Rounds rounds,
      LoopFailures failures,
      ReleaseListener onRelease) {
    this.participant = participant;
    this.channel = channel;
    this.sessions = sessions;
    this.rounds = rounds;
    this.own = new RoundWork(participant, channel, rounds);
    this.failures = failures;
    this.onRelease = onRelease;
  }

  /// Ends a pause early: something may have changed.
  void wake() {
    wake.release();
  }

  /// Ends the loop after what is under way. No interrupt: it would cut the database connections
  /// that a virtual thread reads from.
  void stop() {
    stopping = true;
    wake();
  }

  @Override
  public void run() {
    Duration pause = FIRST_PAUSE;
    while (!stopping) {
      // Whoever wakes the loop during a turn is served by the next one.
      wake.drainPermits();
      if (turn()) {
        pause = FIRST_PAUSE;
      } else {
        rest(pause);
        pause = pause.multipliedBy(2);
        pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
      }
    }
  }

  /// One question and what follows from it.
  ///
  /// @return whether to go on at once: something was done, or the poll itself has waited
  private boolean turn() {
    try {
      own.keepLedgerHead();
      boolean inSession = !rounds.store().open(participant.id()).isEmpty();
      Duration wait = inSession ? POLL_IN_SESSION : POLL;
      long asked = System.nanoTime();
      WorkList work = channel.work(wait);
      // One session that waits for approval must not keep the secrets of others that are over.
      boolean longAgo = System.nanoTime() - lookedForEnds > LOOK_FOR_ENDS.toNanos();
      if (inSession && (work.items().isEmpty() || longAgo)) {
        lookedForEnds = System.nanoTime();
        if (sessions.closeFinished(participant.id(), channel)) {
          onRelease.published();
        }
      }
      if (work.items().isEmpty()) {
        if (System.nanoTime() - asked < wait.toNanos() / 2) {
          rest(FIRST_PAUSE); // It did not wait for us: do not spin.
        }
        return true;
      }
      boolean progress = false;
      for (WorkItem item : work.items()) {
        progress |= attempt(item);
      }
      return progress;
    } catch (Exception | OutOfMemoryError e) {
      if (!stopping) {
        failures.ofAsking(participant.id(), e);
      }
      return false;
    }
  }

  private boolean attempt(WorkItem item) {
    try {
      return handle(item);
    } catch (Exception | OutOfMemoryError e) {
      if (!stopping) {
        String phase = CoordinatorText.printable(String.valueOf(item.phase()));
        failures.ofWork(participant.id(), "%s of round %s".formatted(phase, item.roundIndex()), e);
      }
    }
    return false;
  }

  private boolean handle(WorkItem item) throws Exception {
    RoundKey key;
    Phase phase;
    try {
      key =
          new RoundKey(
              new SessionId(item.sessionId()),
              participant.id(),
              RoundId.parse(item.roundId()),
              item.roundIndex(),
              item.attempt());
      phase = Phase.valueOf(item.phase());
    } catch (IllegalArgumentException | NullPointerException _) {
      // Without the exception: its message repeats what the coordinator wrote.
      log.warn("{}: a work item names no session, round or phase", participant.id());
      return false;
    }
    return rounds.pool().turn(key.session(), () -> !stopping && handle(key, phase))
        && !item.equals(sent.put(item.sessionId(), item));
  }

  private boolean handle(RoundKey key, Phase phase) throws Exception {
    Optional<Participation> active =
        sessions
            .participation(key.session(), participant.id(), channel)
            .filter(found -> found.status() == Participation.Status.ACTIVE);
    if (active.isEmpty()) {
      return false;
    }
    SessionTerms terms = active.get().terms().orElseThrow();
    return own.handle(key, phase, active.get(), terms);
  }

  private void rest(Duration pause) {
    try {
      if (!stopping) {
        wake.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
