package io.privirec.secagg.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.SimulatedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.RevealedSeeds;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every state of the coordinator of a closed round on every event, of every kind of closed round.
class ClosedCoordinatorTest {
  /// Complete and on a random graph, with either key agreement.
  private static final List<RecordedRound> ROUNDS = rounds();

  private static List<RecordedRound> rounds() {
    List<RecordedRound> rounds = new ArrayList<>();
    for (KeyAgreement agreement : KeyAgreement.values()) {
      rounds.add(RecordedRound.of(TestRound.closed(agreement, vector(), 1, 3, 3)));
      rounds.add(RecordedRound.of(TestRound.closed(agreement, vector(), 2, 65)));
    }
    return rounds;
  }

  private static VectorSpec vector() {
    return new VectorSpec("test", 10, 4, Ring.BITS_32, 0, new Capacity.PerParticipant(1000));
  }

  @Test
  void messageFor_eachPhase_isWhatTheNextStepNeeds() {
    for (RecordedRound run : ROUNDS) {
      boolean wide = !run.round.record().isComplete();
      boolean hybrid = run.round.record().keyAgreement() != KeyAgreement.X25519;
      ParticipantId first = run.round.id(0);
      run.opening.forEach((phase, state) -> {
        var told = state.messageFor(first);
        switch (phase) {
          case ADVERTISE_KEYS -> assertThat(told).isEmpty();
          case REVEAL_SEED -> assertThat(told).get().isInstanceOf(AdvertisedKeys.class);
          case ENCAPSULATE_KEYS ->
              assertThat(told)
                  .get()
                  .isInstanceOf(wide ? RevealedSeeds.class : AdvertisedKeys.class);
          case MASKED_INPUT ->
              assertThat(told)
                  .get()
                  .isInstanceOf(
                      hybrid
                          ? DeliveredEncapsulations.class
                          : wide ? RevealedSeeds.class : AdvertisedKeys.class);
          case SHARE_KEYS, CONSISTENCY_CHECK, UNMASK -> throw new AssertionError(phase);
        }
        assertThat(state.messageFor(new ParticipantId("stranger"))).isEmpty();
      });
    }
  }

  /// The last of the cohort gets one from each neighbour, the first none.
  @Test
  void encapsulations_delivered_areThoseOfTheNeighboursBefore() {
    RecordedRound run = ROUNDS.get(2);
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
  void received_inAnotherPhase_isRejected() {
    for (RecordedRound run : ROUNDS) {
      ParticipantId first = run.round.id(0);
      run.opening.forEach((open, state) ->
          run.messages.forEach((phase, sent) -> {
            Outcome outcome = receive(state, sent.get(first));
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
  void received_ofATolerantRound_isRejected() {
    RecordedRound tolerant = RecordedRound.ofFive(1);
    for (RecordedRound run : ROUNDS) {
      ParticipantId first = run.round.id(0);
      for (CoordinatorState state : run.opening.values()) {
        for (Phase phase : List.of(Phase.SHARE_KEYS, Phase.CONSISTENCY_CHECK, Phase.UNMASK)) {
          assertRejected(
              receive(state, tolerant.messages.get(phase).get(first)), RejectionReason.WRONG_PHASE);
        }
      }
    }
  }

  @Test
  void received_again_isRepeatedAndOtherContentRejected() {
    for (RecordedRound run : ROUNDS) {
      ParticipantId first = run.round.id(0);
      for (var sent : run.messages.values()) {
        assertThat(receive(run.last, sent.get(first))).isEqualTo(new Outcome.Repeated());
      }
      MaskedInputCommitment own =
          (MaskedInputCommitment) run.messages.get(Phase.MASKED_INPUT).get(first);
      MaskedInputCommitment other =
          MaskedInputCommitment.sign(
              run.round.record().kind(),
              own.context(),
              first,
              Digest.of(new byte[] {9}),
              run.round.identity(first));
      assertRejected(receive(run.last, other), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
      ParticipantMessage keys = run.join(first).toSend().orElseThrow();
      assertRejected(receive(run.last, keys), RejectionReason.REPEATED_WITH_OTHER_CONTENT);
    }
  }

  @Test
  void deadline_ofTheOpenPhase_endsTheRoundAndOfAnotherNever() {
    for (RecordedRound run : ROUNDS) {
      run.opening.forEach((open, state) -> {
        for (Phase phase : Phase.values()) {
          Outcome outcome = CoordinatorProtocol.step(state, new DeadlinePassed(phase));
          if (!run.round.record().has(phase) || phase.compareTo(open) > 0) {
            assertRejected(outcome, RejectionReason.WRONG_PHASE);
          } else if (phase != open) {
            assertThat(outcome).isEqualTo(new Outcome.Repeated());
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
  void complete_onADeadlineOrALateMessage_staysComplete() {
    for (RecordedRound run : ROUNDS) {
      assertThat(run.last).isInstanceOf(CoordinatorState.Complete.class);
      for (Phase phase : run.round.record().phases()) {
        assertThat(CoordinatorProtocol.step(run.last, new DeadlinePassed(phase)))
            .isEqualTo(new Outcome.Repeated());
      }
      assertThat(run.last.phase()).isEmpty();
      assertThat(run.last.awaiting()).isEmpty();
      assertThat(run.last.commitmentOf(run.round.id(0))).isPresent();
    }
  }

  @Test
  void log_ofEachKindOfRound_isTheRound() throws GeneralSecurityException {
    for (RecordedRound run : ROUNDS) {
      CoordinatorState rebuilt = CoordinatorProtocol.open(run.round.record());
      for (Phase phase : run.round.record().phases()) {
        for (ParticipantMessage message : run.messages.get(phase).values()) {
          byte[] logged = new Received(message.sender(), message).encode();
          rebuilt =
              SimulatedRound.accepted(
                  CoordinatorProtocol.step(rebuilt, CoordinatorEvent.decode(logged)));
        }
      }
      assertThat(rebuilt).isEqualTo(run.last);
    }
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
