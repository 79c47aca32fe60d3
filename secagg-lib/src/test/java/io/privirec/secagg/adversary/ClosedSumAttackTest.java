package io.privirec.secagg.adversary;

import static io.privirec.secagg.SimulatedRound.accept;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.ring.Capacity;
import io.privirec.crypto.ring.Ring;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.coordinator.CoordinatorEvent.DeadlinePassed;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.participant.ParticipantEvent.InputCommitted;
import io.privirec.secagg.participant.ParticipantEvent.MessageReceived;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Contributed;
import io.privirec.secagg.participant.ParticipantState.Masking;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What a coordinator with helpers makes of the uploads of closed rounds, whatever it publishes and
/// whoever it lets fail: the exact sum over all honest members of the round's whole cells, or
/// vectors that tell nothing. That they tell nothing is judged here by the values, which must be
/// nowhere those of the inputs; `ClosedTranscriptTest` judges the bytes.
///
/// Participant i of six, in two cells of three, has the input i + 1 at all places.
@ExtendWith(AttackLedger.class)
class ClosedSumAttackTest {
  private static final int LENGTH = 40;
  private static final VectorSpec VECTOR =
      new VectorSpec("test", LENGTH, 16, Ring.BITS_32, 0, new Capacity.PerParticipant(1000));

  private final TestRound round = TestRound.closed(KeyAgreement.X25519, VECTOR, 1, 3, 3);
  private final List<ParticipantId> cohort = List.copyOf(round.identities().keySet());
  private final ParticipantId corrupt = cohort.get(4);

  /// Who is missing may have told its masks: the sum over the whole cells without it opens, and
  /// nothing smaller. So an input counts as opened from its first masked chunk on.
  @Test
  void absentee_thatHelpsTheCoordinator_opensTheWholeCellsAndNothingSmaller() {
    Map<ParticipantId, Masking> states = masking(round, join(round));
    List<ParticipantId> honest = cohort.stream().filter(id -> !id.equals(corrupt)).toList();
    opensOnlyAll(states, honest);
  }

  @Test
  void absentees_allButTwoHelpTheCoordinator_openTheSumOfTheTwoAlone() {
    Map<ParticipantId, Masking> states = masking(round, join(round));
    opensOnlyAll(states, List.of(cohort.get(0), cohort.get(3)));
  }

  @Test
  void absentee_inAHybridRound_opensTheWholeCellsAndNothingSmaller() {
    RecordedRound run =
        RecordedRound.of(TestRound.closed(KeyAgreement.X25519_MLKEM768, VECTOR, 2, 3, 3));
    opensOnlyAll(
        Coalition.masking(run), cohort.stream().filter(id -> !id.equals(corrupt)).toList());
  }

  /// One half is told a corrupt participant's first keys, the other half its second ones.
  @Test
  void view_splitInHalves_opensNothing() {
    Map<ParticipantId, Advertised> joined = join(round);
    Advertised second = join(round).get(corrupt);
    Map<ParticipantId, Advertised> other = new TreeMap<>(joined);
    other.put(corrupt, second);
    Map<ParticipantId, Masking> one = masking(round, joined);
    Map<ParticipantId, Masking> two = masking(round, other);
    SortedMap<ParticipantId, int[]> stripped = new TreeMap<>();
    for (ParticipantId id : cohort) {
      if (!id.equals(corrupt)) {
        Map<ParticipantId, Masking> view = cohort.indexOf(id) < 3 ? one : two;
        Coalition coalition =
            new Coalition(view.get(id).setup(), Map.of(corrupt, view.get(corrupt)));
        stripped.put(id, coalition.stripped(id, upload(view, id)));
      }
    }
    for (Map<ParticipantId, Integer> some :
        Coalition.combinations(List.copyOf(stripped.keySet()))) {
      assertTellsNothing(Coalition.combined(stripped, some));
    }
  }

  /// An honest coordinator finds the halves by their commitments.
  @Test
  void view_splitInHalves_isFoundByTheContextOfTheCommitments(Attack attack) {
    Map<ParticipantId, Advertised> joined = join(round);
    Map<ParticipantId, Advertised> other = new TreeMap<>(joined);
    other.put(corrupt, join(round).get(corrupt));
    CoordinatorState state =
        accept(
            CoordinatorProtocol.open(round.record()),
            joined.values().stream().map(Advertised::advertisement));
    Map<ParticipantId, Masking> told = masking(round, other);
    for (ParticipantId id : cohort.subList(0, 3)) {
      ParticipantMessage commitment =
          ParticipantProtocol.step(
                  told.get(id), new InputCommitted(RecordedRound.ROOT), round.random())
              .toSend()
              .orElseThrow();
      attack.rejected(state, commitment, RejectionReason.CONTEXT_MISMATCH);
    }
  }

  /// Uploads of two attempts are masked with other keys, so that no mixture of them opens.
  @Test
  void attempts_mixed_openNothing() {
    Map<ParticipantId, Masking> first = masking(round, join(round));
    Map<ParticipantId, Masking> second = masking(round, join(round));
    SortedMap<ParticipantId, int[]> uploads = new TreeMap<>();
    for (ParticipantId id : cohort) {
      uploads.put(id, upload(cohort.indexOf(id) % 2 == 0 ? first : second, id));
    }
    assertTellsNothing(Coalition.combined(uploads, Coalition.everybody(cohort)));
    for (ParticipantId id : cohort) {
      SortedMap<ParticipantId, int[]> same = new TreeMap<>();
      same.put(cohort.get(0), upload(first, id));
      same.put(cohort.get(1), upload(second, id));
      assertTellsNothing(Coalition.combined(same, Map.of(cohort.get(0), 1, cohort.get(1), -1)));
    }
  }

  /// Both of whole cells: their difference is zero, or the sum of a whole cell.
  @Test
  void attempts_bothOpened_openSumsOfWholeCells() {
    assertThat(sum(round, cohort)).containsOnly(1 + 2 + 3 + 4 + 5 + 6);
    assertThat(sum(round, cohort)).containsOnly(1 + 2 + 3 + 4 + 5 + 6);
    TestRound firstCell = over(List.of(1));
    assertThat(sum(firstCell, cohort.subList(0, 3))).containsOnly(1 + 2 + 3);
  }

  /// The attempt failed for one who was late. A coordinator that takes its upload nevertheless has
  /// the sum over the whole cells.
  @Test
  void upload_afterTheAttemptFailed_isRejectedAndOpensWholeCellsAtMost(Attack attack) {
    RecordedRound run = RecordedRound.of(round);
    ParticipantId late = cohort.get(2);
    CoordinatorState state =
        accept(run.opening.get(Phase.MASKED_INPUT), run.without(late, Phase.MASKED_INPUT));
    state = accept(state, new DeadlinePassed(Phase.MASKED_INPUT));
    attack.ended(state, AbortReason.PARTICIPANT_MISSING, late.value());
    attack.rejected(
        state, run.messages.get(Phase.MASKED_INPUT).get(late), RejectionReason.WRONG_PHASE);
    assertThat(sum(round, cohort)).containsOnly(1 + 2 + 3 + 4 + 5 + 6);
  }

  @Test
  void input_anotherUnderTheSameMasks_isRefused(Attack attack) {
    Victim victim = new Victim(RecordedRound.of(round), 1, 2);
    attack.refused(
        victim.step(victim.when(Contributed.class), new InputCommitted(Digest.of(new byte[] {9}))),
        AbortReason.INPUT_CHANGED,
        victim.secrets());
  }

  /// The others help: what the honest ones uploaded opens as their sum, and in no smaller part.
  private void opensOnlyAll(Map<ParticipantId, Masking> states, List<ParticipantId> honest) {
    Map<ParticipantId, int[]> uploads = new TreeMap<>();
    honest.forEach(id -> uploads.put(id, upload(states, id)));
    SortedMap<ParticipantId, int[]> stripped = Coalition.stripped(states, uploads, honest);
    int opened = 0;
    for (Map<ParticipantId, Integer> some : Coalition.combinations(honest)) {
      int[] combined = Coalition.combined(stripped, some);
      if (some.equals(Coalition.everybody(honest))) {
        assertThat(combined).containsOnly(honest.stream().mapToInt(this::input).sum());
        opened++;
      } else {
        assertTellsNothing(combined);
      }
    }
    assertThat(opened).isEqualTo(1);
  }

  private int[] sum(TestRound of, List<ParticipantId> members) {
    Map<ParticipantId, Masking> states = masking(of, join(of));
    SortedMap<ParticipantId, int[]> uploads = new TreeMap<>();
    members.forEach(id -> uploads.put(id, upload(states, id)));
    return Coalition.combined(uploads, Coalition.everybody(members));
  }

  private TestRound over(List<Integer> cells) {
    RoundRecord record = round.record();
    return round.with(
        TestRound.changed(
            record,
            record.attempt() + 1,
            round.roster().cohort(cells),
            new RoundKind.Closed(round.roster().reference(), cells),
            record.vector()));
  }

  private static Map<ParticipantId, Advertised> join(TestRound of) {
    Map<ParticipantId, Advertised> joined = new TreeMap<>();
    of.record()
        .cohort()
        .forEach(member ->
            joined.put(
                member.id(),
                (Advertised)
                    ParticipantProtocol.join(of.signed(), of.membership(member.id()), of.random())
                        .state()));
    return joined;
  }

  /// Everybody is told the keys of all of these.
  private static Map<ParticipantId, Masking> masking(
      TestRound of, Map<ParticipantId, Advertised> joined) {
    List<KeyAdvertisement> keys = joined.values().stream().map(Advertised::advertisement).toList();
    AdvertisedKeys published = new AdvertisedKeys(of.record().context(), keys);
    Map<ParticipantId, Masking> states = new TreeMap<>();
    joined.forEach((id, state) -> {
      var step = ParticipantProtocol.step(state, new MessageReceived(published), of.random());
      // Whose own keys are others has aborted, and masks nothing.
      if (step.state() instanceof Masking masking) {
        states.put(id, masking);
      }
    });
    return states;
  }

  private int[] upload(Map<ParticipantId, Masking> states, ParticipantId id) {
    return Coalition.upload(states.get(id), input(id));
  }

  private int input(ParticipantId id) {
    return cohort.indexOf(id) + 1;
  }

  private static void assertTellsNothing(int[] values) {
    assertThat(values).hasSize(LENGTH);
    assertThat(Arrays.stream(values).filter(value -> Math.abs((long) value) <= 100)).isEmpty();
  }
}
