package io.privirec.secagg.participant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.Hex;
import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.UnmaskRequest;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.MessageReceived;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Every state of a participant on every event, in every kind of round. What a coordinator can do
/// wrong beyond that is the matter of the attacks.
class ParticipantProtocolTest {
  private static final RecordedRound TOLERANT = RecordedRound.ofFive(1);
  private static final List<RecordedRound> CLOSED = RecordedRound.closedOfEveryKind();
  private static final List<RecordedRound> ROUNDS =
      Stream.concat(CLOSED.stream(), Stream.of(TOLERANT)).toList();

  private final SecureRandom random = new SeededRandom(9);

  @Test
  void states_ofEachKindOfRound_goThroughItsPhases() {
    for (RecordedRound run : ROUNDS) {
      List<Phase> expected = new ArrayList<>(run.round.record().phases());
      // Masking, and contributed or committed.
      expected.add(expected.indexOf(Phase.MASKED_INPUT), Phase.MASKED_INPUT);
      assertThat(path(run)).extracting(state -> state.phase().orElseThrow()).isEqualTo(expected);
      assertThat(path(run).getLast())
          .isInstanceOf(
              run.round.record().isClosed()
                  ? ParticipantState.Contributed.class
                  : ParticipantState.Answered.class);
      assertThat(path(run)).allSatisfy(state -> assertThat(state.terms()).isPresent());
    }
  }

  /// What was seen before changes nothing, what comes next goes on, and what comes too early
  /// aborts; the participant's own event too early is a fault of its program.
  @Test
  void step_everyEventInEveryState_goesOnStaysOrAborts() {
    for (RecordedRound run : ROUNDS) {
      for (int s = 0; s < path(run).size(); s++) {
        for (int e = 0; e < events(run).size(); e++) {
          ParticipantState state = path(run).get(s);
          ParticipantEvent event = events(run).get(e);
          if (e > s && event instanceof InputCommitted) {
            assertThatThrownBy(() -> step(state, event)).isInstanceOf(IllegalStateException.class);
          } else if (e > s) {
            assertAborted(step(state, event), AbortReason.OUT_OF_ORDER);
          } else if (e < s) {
            assertThat(step(state, event).state()).isSameAs(state);
            assertThat(step(state, event).toSend()).isEqualTo(state.pending());
          } else {
            assertThat(step(state, event).state()).hasSameClassAs(path(run).get(s + 1));
          }
        }
      }
    }
  }

  @Test
  void step_everyEventAgainWithOtherContent_aborts() {
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
  void step_onceAborted_staysSo() {
    ParticipantState aborted =
        new ParticipantState.Aborted(AbortReason.PARTICIPANT_MISSING, "somebody");
    for (RecordedRound run : ROUNDS) {
      for (ParticipantEvent event : events(run)) {
        assertThat(step(aborted, event).state()).isSameAs(aborted);
        assertThat(step(aborted, event).toSend()).isEmpty();
      }
    }
  }

  /// Shares, survivors and unmask requests have no place in a closed round, in no state.
  @Test
  void step_messageOfAPhaseThatTheRoundHasNot_aborts() {
    List<CoordinatorMessage> tolerantOnly =
        events(TOLERANT).stream()
            .filter(MessageReceived.class::isInstance)
            .map(event -> ((MessageReceived) event).message())
            .filter(message -> !(message instanceof AdvertisedKeys))
            .toList();
    assertThat(tolerantOnly).hasSize(3);
    RecordedRound plain = CLOSED.getFirst();
    Digest context = plain.round.record().context();
    List<CoordinatorMessage> foreign = new ArrayList<>(tolerantOnly);
    foreign.add(new RevealedSeeds(context, new TreeMap<>()));
    foreign.add(new DeliveredEncapsulations(context, plain.round.id(1), new TreeMap<>()));
    for (RecordedRound run : CLOSED) {
      for (ParticipantState state : path(run)) {
        for (CoordinatorMessage message : run == plain ? foreign : tolerantOnly) {
          assertAborted(step(state, new MessageReceived(message)), AbortReason.OUT_OF_ORDER);
        }
      }
    }
  }

  @Test
  void unmaskRequested_once_revealsOneShareOfEach() {
    ParticipantState.Answered answered = (ParticipantState.Answered) path(TOLERANT).getLast();
    assertThat(answered.answer().reveals()).hasSize(5);
    for (Reveal reveal : answered.answer().reveals()) {
      boolean survived = answered.survivors().contains(reveal.owner());
      assertThat(reveal)
          .isInstanceOf(survived ? Reveal.SelfMaskShare.class : Reveal.MaskKeyShare.class);
    }
  }

  @Test
  void mask_chunkOfAnotherShape_refuses() {
    InputMasker masker = ((ParticipantState.Masking) path(TOLERANT).get(2)).masker();
    assertThatThrownBy(() -> masker.mask(0, RingVector.zero(Ring.BITS_32, 5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> masker.mask(0, RingVector.zero(Ring.BITS_64, 4)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> masker.mask(3, RingVector.zero(Ring.BITS_32, 4)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void toString_ofEachState_showsNoSecret() {
    for (RecordedRound run : ROUNDS) {
      ParticipantState.Advertised first = (ParticipantState.Advertised) path(run).getFirst();
      for (SecretBytes secret : List.of(first.identity().seed(), first.maskKeys().seed())) {
        String hex = Hex.of(secret.expose());
        assertThat(path(run)).noneMatch(state -> state.toString().contains(hex));
      }
    }
  }

  /// The same kind of event with something else in it.
  private static ParticipantEvent changed(ParticipantEvent event) {
    return switch (event) {
      case InputCommitted _ -> new InputCommitted(Digest.of(new byte[] {9}));
      case MessageReceived(CoordinatorMessage message) -> new MessageReceived(changed(message));
    };
  }

  private static CoordinatorMessage changed(CoordinatorMessage message) {
    return switch (message) {
      case AdvertisedKeys(Digest context, List<KeyAdvertisement> all) ->
          new AdvertisedKeys(context, all.subList(0, all.size() - 1));
      case RevealedSeeds(Digest context, var seeds) -> new RevealedSeeds(context, fewer(seeds));
      case DeliveredEncapsulations(Digest context, ParticipantId recipient, var sent) ->
          new DeliveredEncapsulations(context, recipient, fewer(sent));
      case DeliveredShares(Digest context, ParticipantId recipient, var sent) ->
          new DeliveredShares(context, recipient, fewer(sent));
      case SurvivorList(Digest context, _) -> new SurvivorList(context, new TreeSet<>());
      case UnmaskRequest(Digest context, var survivors, var signatures) ->
          new UnmaskRequest(context, survivors, fewer(signatures));
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
    assertThat(step.state().phase()).isEmpty();
  }
}
