package io.privirec.client.runtime;

import io.privirec.client.coordinator.CoordinatorClient;
import io.privirec.client.coordinator.ParticipantChannel;
import io.privirec.client.ledger.SumRefusal;
import io.privirec.client.participant.EnrolmentListener;
import io.privirec.client.participant.Participant;
import io.privirec.client.participant.ParticipantStore;
import io.privirec.secagg.ParticipantId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs one loop per hosted participant, from [#start] to [#close].
public final class ParticipantRuntime implements EnrolmentListener, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ParticipantRuntime.class);
  private static final Duration STOP_TIME = Duration.ofSeconds(15);

  private final ParticipantStore participants;
  private final CoordinatorClient coordinator;
  private final RuntimeParts parts;
  private final ReleaseListener onRelease;
  private final SessionWork sessions;
  private final Map<ParticipantId, Running> running = new HashMap<>();
  private boolean started;

  private record Running(ParticipantLoop loop, Thread thread) {}

  /// Wires the runtime; nothing runs yet.
  ///
  /// @param coordinator for this runtime alone; closed with it, like the pool
  /// @param onRelease is told when a session is seen to have published
  ParticipantRuntime(
      ParticipantStore participants,
      CoordinatorClient coordinator,
      RuntimeParts parts,
      ReleaseListener onRelease) {
    this.participants = participants;
    this.coordinator = coordinator;
    this.parts = parts;
    this.onRelease = onRelease;
    this.sessions = new SessionWork(parts);
  }

  /// Starts the loops of all enrolled participants.
  public synchronized void start() {
    started = true;
    sweepSnapshots();
    participants.enrolled().forEach(this::sayLocked);
    participants.enrolled().forEach(this::run);
  }

  private void sayLocked(Participant participant) {
    try {
      parts.admission().ledgers().requireUnlocked(participant.id());
    } catch (SumRefusal | UncheckedIOException e) {
      log.error(
          "{} joins nothing over data until its ledger is reconciled: {}",
          participant.id(),
          e.getMessage());
    }
  }

  private void sweepSnapshots() {
    try {
      int removed = parts.snapshots().sweepOthers(this::isHosted);
      for (Participant participant : participants.enrolled()) {
        removed += parts.consents().sweep(participant.id());
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
              new ParticipantLoop(participant, channel, parts, sessions, onRelease);
          Thread thread = Thread.ofVirtual().name("participant-" + id).start(loop);
          return new Running(loop, thread);
        });
  }

  /// Consents for a participant to a session that waits for it.
  ///
  /// @param cells that are consented to; empty: whatever is asked
  /// @param joinsAlone whether the approver knows that the participant joins alone
  public Approval approve(
      SessionId session,
      ParticipantId participant,
      Optional<List<Integer>> cells,
      boolean joinsAlone)
      throws IOException {
    Approval approval = sessions.approve(session, participant, cells, joinsAlone);
    if (approval instanceof Approval.Given) {
      wake(participant);
    }
    return approval;
  }

  /// Rejects for a participant a session that waits for approval.
  ///
  /// @return whether the session waited
  public boolean reject(SessionId session, ParticipantId participant) {
    boolean waited = sessions.reject(session, participant);
    if (waited) {
      wake(participant);
    }
    return waited;
  }

  private synchronized void wake(ParticipantId participant) {
    Running one = running.get(participant);
    if (one != null) {
      one.loop().wake();
    }
  }

  /// Cuts the connections to the coordinator and waits for the loops to end. What was under way is
  /// either persisted or not said.
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
    parts.pool().close();
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
