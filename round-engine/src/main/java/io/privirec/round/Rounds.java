package io.privirec.round;

import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.round.RoundRefusal.Reason;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Runs rounds: every message and every passed deadline is one event, appended to the round's log
/// in one transaction. Whoever loses a race against another process reads the round again and
/// decides again.
public final class Rounds {
  private static final int MAX_RACES = 32;
  private static final int MAX_NAMED = 10;
  private static final String GIVEN_UP = "session-over";

  private final RoundStore store;
  private final BlobStore blobs;
  private final RoundObserver observer;
  private final RoundStates states;
  private final ChunkStaging chunks;
  private final IdentityKeyPair signer;
  private final ChangeSignal signal;
  private final Clock clock;

  /// Keep the threads of this process from racing for one round. Processes race in the database.
  private final List<Object> locks = Stream.generate(Object::new).limit(64).toList();

  Rounds(
      RoundPorts ports,
      RoundStates states,
      ChunkStaging chunks,
      IdentityKeyPair signer,
      ChangeSignal signal,
      Clock clock) {
    this.store = ports.rounds();
    this.blobs = ports.blobs();
    this.observer = ports.observer();
    this.states = states;
    this.chunks = chunks;
    this.signer = signer;
    this.signal = signal;
    this.clock = clock;
  }

  /// Opens a round; nothing happens when its session has that attempt already.
  ///
  /// @param lock on the session: it must run while the round comes to be
  /// @return whether the round came to be
  public boolean open(RoundOrder order, OpeningLock lock) throws IOException {
    blobs.prepare(order.terms());
    Round round =
        Round.opened(
            SignedRoundRecord.sign(order.terms(), signer),
            order.name(),
            order.broadcast(),
            order.staging(),
            order.phaseDeadline(),
            clock.instant());
    boolean opened = store.insert(round, lock);
    if (opened) {
      signal.raise();
    } else {
      blobs.delete(order.terms().id());
    }
    return opened;
  }

  /// The round of that id, for a participant that it invites.
  public Round requireFor(ParticipantId participant, RoundId id) {
    Round round = states.require(id);
    round.requireInvited(participant);
    return round;
  }

  /// A session's rounds: by index, then attempt.
  public List<Round> ofSession(String sessionId) {
    return store.ofSession(sessionId);
  }

  /// Open rounds that wait for this participant's message of their phase.
  public List<Round> owedBy(ParticipantId participant) {
    return store.openFor(participant).stream()
        .flatMap(round -> states.fold(round).stream())
        .filter(round -> round.state().isAwaiting(participant))
        .map(RoundState::round)
        .toList();
  }

  /// What this participant must be told in the round's present phase.
  public Optional<CoordinatorMessage> messageFor(ParticipantId participant, RoundId id) {
    Round round = requireFor(participant, id);
    return states
        .fold(round)
        .or(() -> states.load(id))
        .flatMap(current -> current.state().messageFor(participant));
  }

  /// Takes a message of a participant; the same message again changes nothing, while the round's
  /// session runs.
  ///
  /// @throws RoundRefusal when it is refused; nothing is kept then
  public void receive(RoundId id, ParticipantId sender, ParticipantMessage message)
      throws IOException {
    CoordinatorEvent event = new CoordinatorEvent.Received(sender, message);
    synchronized (lock(id)) {
      for (int race = 0; race < MAX_RACES; race++) {
        Round round = requireFor(sender, id);
        if (round.status().isOver()) {
          requireLogged(round, event);
          return;
        }
        Optional<RoundState> current = states.fold(round);
        if (current.isEmpty()) {
          continue;
        }
        switch (CoordinatorProtocol.step(current.get().state(), event)) {
          case Outcome.Repeated _ -> {
            return;
          }
          case Outcome.Rejected(var reason, var detail) -> throw new RoundRefusal(reason, detail);
          case Outcome.Accepted(CoordinatorState next) -> {
            if (message instanceof MaskedInputCommitment commitment) {
              chunks.requireCommitted(round, sender, commitment);
            }
            if (commit(round, event, next)) {
              return;
            }
          }
        }
      }
    }
    throw new RoundRefusal(Reason.CONTENDED, "The round is contended");
  }

  private Object lock(RoundId round) {
    return locks.get(Math.floorMod(round.hashCode(), locks.size()));
  }

  /// Postpones deadlines after a time in which participants could not be served: they must not be
  /// blamed for it.
  ///
  /// @param longest how much longer than its deadline a phase may last by this
  public void postpone(Duration time, Duration longest) {
    store.postpone(clock.instant(), time, longest);
    signal.raise();
  }

  /// Gives up the open rounds whose phase ended too long ago. The round names no participant as
  /// missing.
  ///
  /// @param longest after the deadline of the phase
  public void giveUpOverdue(Duration longest, RoundFailure why) {
    Instant now = clock.instant();
    for (RoundId id : store.overdue(now)) {
      giveUp(
          id,
          why,
          round ->
              round.status() == RoundStatus.OPEN
                  && round.phaseSince().plus(round.phaseDeadline()).plus(longest).isBefore(now));
    }
  }

  /// Closes the phases whose deadline has passed. A round that fails in this does not keep the
  /// others open: what went wrong is thrown when all had their turn.
  public void closeOverdue() {
    RuntimeException failure = null;
    for (RoundId id : store.overdue(clock.instant())) {
      try {
        synchronized (lock(id)) {
          closeIfOverdue(id);
        }
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /// Gives a round up whose session is over.
  public void abandon(RoundId id) {
    giveUp(id, new RoundFailure(GIVEN_UP, "The session ended"), _ -> true);
  }

  private void giveUp(RoundId id, RoundFailure why, Predicate<Round> isWanted) {
    synchronized (lock(id)) {
      for (int race = 0; race < MAX_RACES; race++) {
        // Not its state: a round whose log is broken can be given up, too.
        Round round = states.require(id);
        if (round.status().isOver() || !isWanted.test(round)) {
          return;
        }
        if (store.replace(round, round.failed(why, clock.instant()))) {
          states.forget(id);
          signal.raise();
          return;
        }
      }
    }
  }

  /// Deletes what is left of the log of a round that is over: nobody repeats its messages now.
  public void forgetLog(RoundId id) {
    store.forgetLog(id);
  }

  /// Deletes the rounds of sessions that are over, and everything that is recorded of them.
  public void forget(Collection<String> sessionIds) {
    store.forget(sessionIds);
  }

  /// How far the open rounds are.
  public Stream<RoundProgress> progress() {
    return store.open().stream()
        .flatMap(round -> states.fold(round).stream())
        .map(RoundProgress::of);
  }

  /// How far one round is.
  public Optional<RoundProgress> progress(Round round) {
    return states.fold(round).map(RoundProgress::of);
  }

  private void closeIfOverdue(RoundId id) {
    for (int race = 0; race < MAX_RACES; race++) {
      Optional<RoundState> live = states.load(id);
      if (live.isEmpty()) {
        return;
      }
      RoundState current = live.get();
      Round round = current.round();
      if (round.status() != RoundStatus.OPEN
          || round.deadline().filter(end -> !clock.instant().isBefore(end)).isEmpty()) {
        return;
      }
      if (round.phase() == Phase.MASKED_INPUT && round.staging().needsEveryone()) {
        SortedSet<ParticipantId> awaited = current.state().awaiting();
        if (failWithout(round, chunks.holdingUp(round, awaited))) {
          return;
        }
        continue;
      }
      CoordinatorEvent event = new CoordinatorEvent.DeadlinePassed(round.phase());
      if (!(CoordinatorProtocol.step(current.state(), event)
          instanceof Outcome.Accepted(CoordinatorState next))) {
        throw new IllegalStateException("the deadline of phase " + round.phase() + " is refused");
      }
      if (commit(round, event, next)) {
        return;
      }
    }
  }

  /// What is summed cannot be taken apart again. Nothing was opened, so that another attempt is
  /// free.
  private boolean failWithout(Round round, SortedSet<ParticipantId> missing) {
    Instant now = clock.instant();
    RoundFailure why =
        new RoundFailure(
            round.terms().isClosed() ? AbortReason.PARTICIPANT_MISSING.code() : "participant-lost",
            "%s participants did not finish their upload, and chunks are summed as they come in: %s"
                .formatted(missing.size(), someOf(missing)));
    if (!store.replace(round, round.failedWithout(missing, why, now))) {
      return false;
    }
    states.forget(round.id());
    observer.phaseClosed(round.phase(), Duration.between(round.phaseSince(), now));
    signal.raise();
    return true;
  }

  private static String someOf(SortedSet<ParticipantId> participants) {
    String named =
        participants.stream()
            .limit(MAX_NAMED)
            .map(ParticipantId::value)
            .collect(Collectors.joining(", "));
    return participants.size() > MAX_NAMED ? named + ", …" : named;
  }

  private boolean commit(Round before, CoordinatorEvent event, CoordinatorState next) {
    Instant now = clock.instant();
    Round after = before.after(next, now);
    if (!store.append(before, event, after, now)) {
      return false;
    }
    states.remember(after, next);
    after
        .faults()
        .forEach((liar, reason) -> {
          if (before.faults().get(liar) != reason) {
            observer.faultFound(after, liar, reason);
          }
        });
    if (after.phase() != before.phase() || after.status() != before.status()) {
      observer.phaseClosed(before.phase(), Duration.between(before.phaseSince(), now));
      signal.raise();
    }
    return true;
  }

  /// Refuses whatever a round that is over had not taken before.
  private void requireLogged(Round round, CoordinatorEvent event) {
    if (!store.isLogged(round.id(), event)) {
      boolean givenUp = round.failure().filter(why -> why.code().equals(GIVEN_UP)).isPresent();
      throw givenUp
          ? new RoundRefusal(Reason.GIVEN_UP, "The round was given up")
          : new RoundRefusal(Reason.WRONG_PHASE, "The round is over");
    }
  }
}
