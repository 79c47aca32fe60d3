package io.privirec.secagg;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.secagg.coordinator.CoordinatorEvent;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.ParticipantEvent;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantStateCodec;
import io.privirec.secagg.participant.ParticipantStep;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// A whole round in memory, over encoded messages only. Every participant is killed after every
/// step and goes on from its encoded state; the coordinator is rebuilt from its event log before
/// every event.
public final class SimulatedRound {
  private final TestRound round;
  private final List<byte[]> eventLog = new ArrayList<>();
  private final SortedMap<ParticipantId, ParticipantState> participants = new TreeMap<>();
  private final Map<ParticipantId, List<byte[]>> uploads = new HashMap<>();
  private final SortedMap<ParticipantId, long[]> inputs;
  private CoordinatorState coordinator;
  private UnaryOperator<ParticipantMessage> lie = UnaryOperator.identity();

  public SimulatedRound(TestRound round, SortedMap<ParticipantId, long[]> inputs) {
    this.round = round;
    this.inputs = inputs;
    this.coordinator = CoordinatorProtocol.open(round.record());
  }

  /// Corrupt participants send something else than they should.
  public SimulatedRound lying(UnaryOperator<ParticipantMessage> instead) {
    lie = instead;
    return this;
  }

  /// Runs all phases.
  ///
  /// @param absent who does not take part in a phase any more
  public SimulatedRound run(Map<Phase, Set<ParticipantId>> absent) throws GeneralSecurityException {
    for (Phase phase : round.record().phases()) {
      runPhase(phase, absent.getOrDefault(phase, Set.of()));
    }
    return this;
  }

  /// Runs one phase: everyone who can, but the absent ones, makes and sends its message; then the
  /// deadline passes, if the phase is still open.
  private void runPhase(Phase phase, Set<ParticipantId> absent) throws GeneralSecurityException {
    for (ParticipantId id : coordinator.awaiting()) {
      if (!absent.contains(id)) {
        advance(id);
        sendPending(id);
      }
    }
    if (coordinator.phase().filter(phase::equals).isPresent()) {
      handle(new CoordinatorEvent.DeadlinePassed(phase));
    }
    restartCoordinator();
  }

  /// What a participant does with what it is told.
  private void advance(ParticipantId id) throws GeneralSecurityException {
    ParticipantState state = participants.get(id);
    if (state == null) {
      keep(
          id,
          ParticipantProtocol.join(
              SignedRoundRecord.decode(round.signed().encode()),
              round.membership(id),
              round.random()));
      return;
    }
    CoordinatorMessage told =
        CoordinatorMessage.decode(coordinator.messageFor(id).orElseThrow().encode());
    keep(
        id,
        ParticipantProtocol.step(
            state, new ParticipantEvent.MessageReceived(told), round.random()));
    if (participants.get(id) instanceof ParticipantState.Masking masking) {
      if (masking.pending().isPresent()) {
        sendPending(id);
      }
      uploads.put(id, Uploads.masked(masking, inputs.get(id)));
      ParticipantEvent committed =
          new ParticipantEvent.InputCommitted(Uploads.root(uploads.get(id)));
      keep(id, ParticipantProtocol.step(masking, committed, round.random()));
    }
  }

  private void keep(ParticipantId id, ParticipantStep step) throws GeneralSecurityException {
    ParticipantState resumed =
        ParticipantStateCodec.decode(ParticipantStateCodec.encode(step.state()));
    assertThat(resumed).isEqualTo(step.state());
    assertThat(resumed.pending()).isEqualTo(step.toSend());
    participants.put(id, resumed);
  }

  /// Sends the pending message twice, as after a lost reply.
  private void sendPending(ParticipantId id) throws GeneralSecurityException {
    byte[] encoded = participants.get(id).pending().orElseThrow().encode();
    ParticipantMessage message = lie.apply(ParticipantMessage.decode(encoded));
    assertThat(handle(new CoordinatorEvent.Received(id, message)))
        .isInstanceOf(Outcome.Accepted.class);
    assertThat(handle(new CoordinatorEvent.Received(id, message)))
        .isInstanceOf(Outcome.Repeated.class);
  }

  /// Hands the coordinator an event and logs it if it counts.
  public Outcome handle(CoordinatorEvent event) {
    Outcome outcome = CoordinatorProtocol.step(coordinator, event);
    if (outcome instanceof Outcome.Accepted(CoordinatorState next)) {
      eventLog.add(event.encode());
      coordinator = next;
    }
    return outcome;
  }

  private void restartCoordinator() throws GeneralSecurityException {
    CoordinatorState rebuilt = CoordinatorProtocol.open(round.record());
    for (byte[] encoded : eventLog) {
      rebuilt = accept(rebuilt, CoordinatorEvent.decode(encoded));
    }
    assertThat(rebuilt).isEqualTo(coordinator);
    coordinator = rebuilt;
  }

  public CoordinatorState coordinator() {
    return coordinator;
  }

  public ParticipantState participant(ParticipantId id) {
    return participants.get(id);
  }

  /// The sum over the survivors.
  public long[] sum() {
    return Uploads.sum((CoordinatorState.Summed) coordinator, uploads::get);
  }

  /// What the sum must be: that of the survivors' inputs in clear.
  public long[] plainSum() {
    long[] sum = new long[Math.toIntExact(round.record().vector().length())];
    for (ParticipantId survivor : ((CoordinatorState.Summed) coordinator).survivors()) {
      for (int i = 0; i < sum.length; i++) {
        sum[i] += inputs.get(survivor)[i];
      }
    }
    return sum;
  }

  /// The round ended without a sum.
  public CoordinatorState.Aborted assertAborted(AbortReason reason, String... named) {
    assertThat(coordinator).isInstanceOf(CoordinatorState.Aborted.class);
    CoordinatorState.Aborted aborted = (CoordinatorState.Aborted) coordinator;
    assertThat(aborted.reason()).isEqualTo(reason);
    assertThat(List.of(named)).allSatisfy(each -> assertThat(aborted.detail()).contains(each));
    return aborted;
  }

  /// The coordinator after it took these messages from their senders.
  public static CoordinatorState accept(
      CoordinatorState state, Stream<? extends ParticipantMessage> messages) {
    return messages
        .map(message -> (CoordinatorEvent) new CoordinatorEvent.Received(message.sender(), message))
        .reduce(state, SimulatedRound::accept, (_, last) -> last);
  }

  public static CoordinatorState accept(CoordinatorState state, CoordinatorEvent event) {
    return accepted(CoordinatorProtocol.step(state, event));
  }

  public static CoordinatorState accepted(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
    return ((Outcome.Accepted) outcome).next();
  }
}
