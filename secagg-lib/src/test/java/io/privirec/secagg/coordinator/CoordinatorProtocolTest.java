package io.privirec.secagg.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.SimulatedRound;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.RevealedSeeds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every state of the coordinator on every event, in every kind of round. Messages that somebody
/// has tampered with are the matter of the attacks.
class CoordinatorProtocolTest {
  private static final List<RecordedRound> CLOSED = RecordedRound.closedOfEveryKind();
  private static final RecordedRound TOLERANT = RecordedRound.ofFive(1);
  private static final List<RecordedRound> ROUNDS =
      Stream.concat(CLOSED.stream(), Stream.of(TOLERANT)).toList();

  @Test
  void messageFor_eachPhaseOfAClosedRound_isWhatTheNextStepNeeds() {
    for (RecordedRound run : CLOSED) {
      boolean wide = !run.round.record().isComplete();
      boolean hybrid = run.round.record().keyAgreement() != KeyAgreement.X25519;
      Class<?> neighbourhood = wide ? RevealedSeeds.class : AdvertisedKeys.class;
      run.opening.forEach((phase, state) -> {
        var told = state.messageFor(run.round.id(0));
        switch (phase) {
          case ADVERTISE_KEYS -> assertThat(told).isEmpty();
          case REVEAL_SEED -> assertThat(told).get().isInstanceOf(AdvertisedKeys.class);
          case ENCAPSULATE_KEYS -> assertThat(told).get().isInstanceOf(neighbourhood);
          case MASKED_INPUT ->
              assertThat(told)
                  .get()
                  .isInstanceOf(hybrid ? DeliveredEncapsulations.class : neighbourhood);
          case SHARE_KEYS, CONSISTENCY_CHECK, UNMASK -> throw new AssertionError(phase);
        }
        assertThat(state.messageFor(new ParticipantId("stranger"))).isEmpty();
      });
    }
  }

  @Test
  void messageFor_eachPhaseOfATolerantRound_isForThoseWhoAreLeft() {
    ParticipantId first = TOLERANT.round.id(0);
    ParticipantId leaver = TOLERANT.round.id(4);
    assertThat(TOLERANT.opening.get(Phase.ADVERTISE_KEYS).messageFor(first)).isEmpty();
    for (Phase phase : List.of(Phase.SHARE_KEYS, Phase.MASKED_INPUT, Phase.UNMASK)) {
      CoordinatorState state = TOLERANT.opening.get(phase);
      assertThat(state.phase()).contains(phase);
      assertThat(state.messageFor(first)).isPresent();
      assertThat(state.messageFor(new ParticipantId("stranger"))).isEmpty();
    }
    assertThat(TOLERANT.opening.get(Phase.MASKED_INPUT).messageFor(leaver)).isPresent();
    CoordinatorState unmasking = TOLERANT.opening.get(Phase.UNMASK);
    assertThat(unmasking.messageFor(leaver)).isEmpty();
    assertThat(unmasking.dropouts()).isEqualTo(Map.of(leaver, Phase.MASKED_INPUT));
    assertThat(unmasking.commitmentOf(first)).isPresent();
    assertThat(unmasking.commitmentOf(leaver)).isEmpty();
  }

  /// The last of the cohort gets one from each neighbour, the first none.
  @Test
  void encapsulations_delivered_areThoseOfTheNeighboursBefore() {
    RecordedRound run = CLOSED.get(2);
    CoordinatorState state = run.opening.get(Phase.MASKED_INPUT);
    for (int position = 0; position < 6; position++) {
      DeliveredEncapsulations delivered =
          (DeliveredEncapsulations) state.messageFor(run.round.id(position)).orElseThrow();
      assertThat(delivered.recipient()).isEqualTo(run.round.id(position));
      assertThat(delivered.bySender().keySet())
          .isEqualTo(run.round.identities().headMap(run.round.id(position)).keySet());
    }
  }

  @Test
  void received_messageOfEachPhaseInEachPhase_countsOnlyInItsOwn() {
    for (RecordedRound run : ROUNDS) {
      run.opening.forEach((open, state) ->
          run.messages.forEach((phase, sent) -> {
            Outcome outcome = receive(state, sent.get(run.round.id(0)));
            if (phase.equals(open)) {
              assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
            } else if (phase.compareTo(open) < 0) {
              assertThat(outcome).isEqualTo(new Outcome.Repeated());
            } else {
              assertRejected(outcome, RejectionReason.WRONG_PHASE);
            }
          }));
    }
  }

  /// Messages of the tolerant round have no phase here.
  @Test
  void received_ofATolerantRound_isRejectedInAClosedOne() {
    for (RecordedRound run : CLOSED) {
      for (CoordinatorState state : run.opening.values()) {
        for (Phase phase : List.of(Phase.SHARE_KEYS, Phase.CONSISTENCY_CHECK, Phase.UNMASK)) {
          assertRejected(
              receive(state, TOLERANT.messages.get(phase).get(run.round.id(0))),
              RejectionReason.WRONG_PHASE);
        }
      }
    }
  }

  @Test
  void received_again_isRepeatedAndOtherContentRejected() {
    for (RecordedRound run : ROUNDS) {
      ParticipantId first = run.round.id(0);
      ParticipantMessage otherKeys = run.join(first).toSend().orElseThrow();
      MaskedInputCommitment otherInput =
          MaskedInputCommitment.sign(
              run.round.record().kind(),
              run.messages.get(Phase.MASKED_INPUT).get(first).context(),
              first,
              Digest.of(new byte[] {9}),
              run.round.identity(first));
      run.opening.forEach((phase, state) -> {
        ParticipantMessage sent = run.messages.get(phase).get(first);
        CoordinatorState next = SimulatedRound.accepted(receive(state, sent));
        for (CoordinatorState later : List.of(next, run.last)) {
          assertThat(receive(later, sent)).isEqualTo(new Outcome.Repeated());
          assertRejected(receive(later, otherKeys), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
        }
      });
      assertRejected(receive(run.last, otherInput), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
    }
  }

  @Test
  void received_onceAborted_isRejected() {
    CoordinatorState aborted =
        SimulatedRound.accept(
            TOLERANT.opening.get(Phase.SHARE_KEYS), new DeadlinePassed(Phase.SHARE_KEYS));
    ParticipantId first = TOLERANT.round.id(0);
    assertThat(aborted).isInstanceOf(CoordinatorState.Aborted.class);
    assertThat(aborted.phase()).isEmpty();
    assertThat(aborted.awaiting()).isEmpty();
    assertThat(aborted.messageFor(first)).isEmpty();
    assertRejected(
        receive(aborted, TOLERANT.messages.get(Phase.SHARE_KEYS).get(first)),
        RejectionReason.WRONG_PHASE);
  }

  @Test
  void deadline_ofTheOpenPhase_closesItAndOfAnotherNever() {
    for (RecordedRound run : ROUNDS) {
      run.opening.forEach((open, state) -> {
        for (Phase phase : Phase.values()) {
          Outcome outcome = CoordinatorProtocol.step(state, new DeadlinePassed(phase));
          if (!run.round.record().has(phase) || phase.compareTo(open) > 0) {
            assertRejected(outcome, RejectionReason.WRONG_PHASE);
          } else if (phase != open) {
            assertThat(outcome).isEqualTo(new Outcome.Repeated());
          } else if (!run.round.record().isClosed()) {
            assertThat(outcome).isInstanceOf(Outcome.Accepted.class);
          } else {
            assertThat(SimulatedRound.accepted(outcome))
                .isInstanceOfSatisfying(
                    CoordinatorState.Aborted.class,
                    aborted -> {
                      assertThat(aborted.reason()).isEqualTo(AbortReason.PARTICIPANT_MISSING);
                      assertThat(aborted.dropouts().keySet())
                          .isEqualTo(run.round.identities().keySet());
                    });
          }
        }
      });
    }
  }

  @Test
  void finalState_onADeadline_staysAsItIs() {
    for (RecordedRound run : ROUNDS) {
      assertThat(run.last)
          .isInstanceOf(
              run.round.record().isClosed()
                  ? CoordinatorState.Complete.class
                  : CoordinatorState.Unmasked.class);
      for (Phase phase : run.round.record().phases()) {
        assertThat(CoordinatorProtocol.step(run.last, new DeadlinePassed(phase)))
            .isEqualTo(new Outcome.Repeated());
      }
      assertThat(run.last.phase()).isEmpty();
      assertThat(run.last.awaiting()).isEmpty();
      assertThat(run.last.commitmentOf(run.round.id(0))).isPresent();
    }
  }

  /// The self masks of four survivors, and what each of them agreed on with the leaver.
  @Test
  void unmasker_ofFourSurvivorsAndALeaver_takesOffEightMasks() {
    CoordinatorState.Unmasked unmasked = (CoordinatorState.Unmasked) TOLERANT.last;
    assertThat(unmasked.unmasker().masks()).isEqualTo(4 + 4);
  }

  private static Outcome receive(CoordinatorState state, ParticipantMessage message) {
    return CoordinatorProtocol.step(state, new Received(message.sender(), message));
  }

  private static void assertRejected(Outcome outcome, RejectionReason reason) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Rejected.class, rejected -> assertThat(rejected.reason()).isEqualTo(reason));
  }
}
