package io.privirec.client.runtime;

import io.privirec.client.consent.Consents;
import io.privirec.client.consent.SessionWork;
import io.privirec.client.contribution.Snapshots;
import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.LoopFailures;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.client.participant.EnrolmentListener;
import io.privirec.client.participant.Participant;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.client.round.Rounds;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/// Runs a loop for each hosted participant, from [#start] to [#close].
@Component
final class ParticipantRuntime implements EnrolmentListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ParticipantRuntime.class);
  private static final Duration STOP_TIME = Duration.ofSeconds(15);

  private final ParticipantStore participants;
  private final CoordinatorClient coordinator;
  private final SessionWork sessions;
  private final Rounds rounds;
  private final Consents consents;
  private final Snapshots snapshots;
  private final LoopFailures failures;
  private final ReleaseListener onRelease;
  private final Map<ParticipantId, Running> running = new HashMap<>();
  private boolean started;

  private record Running(ParticipantLoop loop, Thread thread) {}

  ParticipantRuntime(
      ParticipantStore participants,
      CoordinatorClient coordinator,
      SessionWork sessions,
      Rounds rounds,
      Consents consents,
      Snapshots snapshots,
      LoopFailures failures,
      ReleaseListener onRelease) {
    this.participants = participants;
    // For this runtime alone: it is closed with it.
    this.coordinator = coordinator.another();
    this.sessions = sessions;
    this.rounds = rounds;
    this.consents = consents;
    this.snapshots = snapshots;
    this.failures = failures;
    this.onRelease = onRelease;
    sessions.onDecision(this::wake);
  }

  /// Starts the loops of all enrolled participants.
  @EventListener(ApplicationReadyEvent.class)
  synchronized void start() {
    started = true;
    sweepSnapshots();
    participants.enrolled().forEach(this::sayLocked);
    participants.enrolled().forEach(this::run);
  }

  private void sayLocked(Participant participant) {
    try {
      rounds.admission().ledgers().requireUnlocked(participant.id());
    } catch (SumRefusal | UncheckedIOException e) {
      log.error(
          "{} joins nothing over data until its ledger is reconciled: {}",
          participant.id(),
          e.getMessage());
    }
  }

  private void sweepSnapshots() {
    try {
      int removed = snapshots.sweepOthers(this::isHosted);
      for (Participant participant : participants.enrolled()) {
        removed += consents.sweep(participant.id());
      }
      if (removed > 0) {
        log.info("Removed frozen data that nothing needs: {} files", removed);
      }
    } catch (IOException | UncheckedIOException e) {
      log.warn("Frozen data that nothing needs could not be removed", e);
    }
  }

  private boolean isHosted(String name) {
    return participants.enrolled().stream().anyMatch(one -> one.id().value().equals(name));
  }

  @Override
  public synchronized void enrolled(Participant participant) {
    if (started) {
      run(participant);
    }
  }

  private void run(Participant participant) {
    running.computeIfAbsent(
        participant.id(),
        id -> {
          ParticipantChannel channel = coordinator.as(id, participant.identity());
          ParticipantLoop loop =
              new ParticipantLoop(participant, channel, sessions, rounds, failures, onRelease);
          Thread thread = Thread.ofVirtual().name("participant-" + id).start(loop);
          return new Running(loop, thread);
        });
  }

  private synchronized void wake(ParticipantId participant) {
    Running one = running.get(participant);
    if (one != null) {
      one.loop().wake();
    }
  }

  /// Cuts the connections to the coordinator and waits for the loops to end. The participants have
  /// persisted each message before they sent it.
  @Override
  public synchronized void close() {
    started = false;
    running.values().forEach(one -> one.loop().stop());
    coordinator.close();
    long deadline = System.nanoTime() + STOP_TIME.toNanos();
    for (Map.Entry<ParticipantId, Running> entry : running.entrySet()) {
      Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      if (!join(entry.getValue().thread(), left)) {
        log.warn("{} did not stop within {} s", entry.getKey(), STOP_TIME.toSeconds());
      }
    }
    running.clear();
  }

  private static boolean join(Thread thread, Duration time) {
    try {
      return thread.join(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
