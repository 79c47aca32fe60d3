package io.privirec.secagg.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.participant.ParticipantEvent.EncapsulationsDelivered;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.KeysPublished;
import io.privirec.secagg.participant.ParticipantEvent.SeedsPublished;
import io.privirec.secagg.participant.ParticipantEvent.SharesDelivered;
import io.privirec.secagg.participant.ParticipantEvent.SurvivorsNamed;
import io.privirec.secagg.participant.ParticipantEvent.UnmaskRequested;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every state of a participant of a closed round on every event, of every kind of closed round.
class ClosedParticipantTest {
  /// Complete and on a random graph, with either key agreement.
  private static final List<RecordedRound> ROUNDS = rounds();

  private final SecureRandom random = new SeededRandom(9);

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
  void states_ofEachKindOfRound_goThroughItsPhases() {
    for (RecordedRound run : ROUNDS) {
      List<Phase> expected = new ArrayList<>(run.round.record().phases());
      // Masking and contributed.
      expected.add(Phase.MASKED_INPUT);
      assertThat(path(run)).extracting(state -> state.phase().orElseThrow()).isEqualTo(expected);
      assertThat(path(run).getLast()).isInstanceOf(ParticipantState.Contributed.class);
      assertThat(path(run)).allSatisfy(state -> assertThat(state.terms()).isPresent());
    }
  }

  @Test
  void states_encodedAndDecoded_areTheSame() throws GeneralSecurityException {
    for (RecordedRound run : ROUNDS) {
      for (ParticipantState state : path(run)) {
        ParticipantState resumed =
            ParticipantStateCodec.decode(ParticipantStateCodec.encode(state));
        assertThat(resumed).isEqualTo(state);
        assertThat(resumed.pending()).isEqualTo(state.pending());
      }
    }
  }

  @Test
  void event_seenBefore_changesNothing() {
    for (RecordedRound run : ROUNDS) {
      for (int at = 0; at < path(run).size(); at++) {
        for (int before = 0; before < at; before++) {
          ParticipantStep step = step(path(run).get(at), events(run).get(before));
          assertThat(step.state()).isEqualTo(path(run).get(at));
          assertThat(step.toSend()).isEqualTo(path(run).get(at).pending());
        }
      }
    }
  }

  @Test
  void event_ofTheRoundTooEarly_aborts() {
    for (RecordedRound run : ROUNDS) {
      for (int at = 0; at < path(run).size(); at++) {
        for (int later = at + 1; later < events(run).size(); later++) {
          ParticipantState state = path(run).get(at);
          ParticipantEvent event = events(run).get(later);
          if (event instanceof InputCommitted) {
            assertThatThrownBy(() -> step(state, event)).isInstanceOf(IllegalStateException.class);
          } else {
            assertAborted(step(state, event), AbortReason.OUT_OF_ORDER);
          }
        }
      }
    }
  }

  /// Shares, survivors and unmask requests have no place in a closed round, in no state.
  @Test
  void event_ofAPhaseThatTheRoundHasNot_aborts() {
    RecordedRound tolerant = RecordedRound.ofFive(1);
    List<ParticipantEvent> foreign = new ArrayList<>();
    for (ParticipantEvent event : tolerant.events.get(tolerant.round.id(1))) {
      switch (event) {
        case SharesDelivered _, SurvivorsNamed _, UnmaskRequested _ -> foreign.add(event);
        case KeysPublished _, SeedsPublished _, EncapsulationsDelivered _, InputCommitted _ -> {}
      }
    }
    assertThat(foreign).hasSize(3);
    RecordedRound plain = ROUNDS.getFirst();
    Digest context = plain.round.record().context();
    foreign.add(new SeedsPublished(new RevealedSeeds(context, Collections.emptySortedMap())));
    foreign.add(
        new EncapsulationsDelivered(
            new DeliveredEncapsulations(context, plain.round.id(1), Collections.emptySortedMap())));
    for (ParticipantState state : path(plain)) {
      for (ParticipantEvent event : foreign) {
        assertAborted(step(state, event), AbortReason.OUT_OF_ORDER);
      }
    }
    for (RecordedRound run : ROUNDS) {
      for (ParticipantState state : path(run)) {
        for (ParticipantEvent event : foreign.subList(0, 3)) {
          assertAborted(step(state, event), AbortReason.OUT_OF_ORDER);
        }
      }
    }
  }

  @Test
  void event_seenBeforeWithOtherContent_aborts() {
    for (RecordedRound run : ROUNDS) {
      for (int at = 0; at < path(run).size(); at++) {
        for (int before = 0; before < at; before++) {
          ParticipantEvent other = changed(events(run).get(before));
          assertAborted(
              step(path(run).get(at), other),
              other instanceof InputCommitted
                  ? AbortReason.INPUT_CHANGED
                  : AbortReason.EQUIVOCATION);
        }
      }
    }
  }

  @Test
  void aborted_onAnyEvent_staysAborted() {
    RecordedRound run = RecordedRound.of(TestRound.closed(1, 3, 3));
    ParticipantState aborted =
        new ParticipantState.Aborted(AbortReason.PARTICIPANT_MISSING, "somebody");
    for (ParticipantEvent event : events(run)) {
      assertThat(step(aborted, event).state()).isEqualTo(aborted);
      assertThat(step(aborted, event).toSend()).isEmpty();
    }
  }

  @Test
  void toString_ofEachState_showsNoSecret() {
    for (RecordedRound run : ROUNDS) {
      ParticipantState.Advertised first = (ParticipantState.Advertised) path(run).getFirst();
      for (byte[] secret :
          List.of(first.identity().seed().expose(), first.maskKeys().seed().expose())) {
        String hex = ByteString.copyOf(secret).toString();
        assertThat(path(run)).noneMatch(state -> state.toString().contains(hex));
      }
    }
  }

  /// The same kind of event with something else in it.
  private static ParticipantEvent changed(ParticipantEvent event) {
    return switch (event) {
      case KeysPublished(AdvertisedKeys keys) ->
          new KeysPublished(
              new AdvertisedKeys(
                  keys.context(),
                  keys.advertisements().subList(0, keys.advertisements().size() - 1)));
      case SeedsPublished(RevealedSeeds seeds) ->
          new SeedsPublished(new RevealedSeeds(seeds.context(), fewer(seeds.bySender())));
      case EncapsulationsDelivered(DeliveredEncapsulations delivered) ->
          new EncapsulationsDelivered(
              new DeliveredEncapsulations(
                  delivered.context(), delivered.recipient(), fewer(delivered.bySender())));
      case InputCommitted _ -> new InputCommitted(Digest.of(new byte[] {9}));
      case SharesDelivered _, SurvivorsNamed _, UnmaskRequested _ ->
          throw new AssertionError("not of a closed round");
    };
  }

  private static <T> SortedMap<ParticipantId, T> fewer(SortedMap<ParticipantId, T> all) {
    SortedMap<ParticipantId, T> fewer = new TreeMap<>(all);
    fewer.remove(all.firstKey());
    return fewer;
  }

  /// The states of one who neither comes first nor last, so that it sends and receives.
  private static List<ParticipantState> path(RecordedRound run) {
    return run.states.get(middle(run));
  }

  private static List<ParticipantEvent> events(RecordedRound run) {
    return run.events.get(middle(run));
  }

  private static ParticipantId middle(RecordedRound run) {
    return run.round.id(run.round.record().cohort().size() / 2);
  }

  private ParticipantStep step(ParticipantState state, ParticipantEvent event) {
    return ParticipantProtocol.step(state, event, random);
  }

  private static void assertAborted(ParticipantStep step, AbortReason reason) {
    assertThat(step.state())
        .isInstanceOfSatisfying(
            ParticipantState.Aborted.class,
            aborted -> assertThat(aborted.reason()).isEqualTo(reason));
    assertThat(step.toSend()).isEmpty();
  }
}
