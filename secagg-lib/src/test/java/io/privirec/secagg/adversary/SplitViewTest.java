package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Answered;
import io.privirec.secagg.participant.ParticipantState.Committed;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.ParticipantStep;
import io.privirec.secagg.roster.Colluders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that runs two views of one round over two parts of the honest participants, with
/// corrupt ones that help in both. It wins if both views end with enough shares of the same
/// secrets: then it has the leaver's self mask from one and its mask key from the other, or two
/// sums that differ by one input.
///
/// Corrupt participants are the first of the cohort. They check nothing, sign everything, and hand
/// both their shares over.
@ExtendWith(AttackLedger.class)
class SplitViewTest {
  /// How a view went.
  ///
  /// @param answered honest participants that revealed shares
  /// @param refused what the others did instead
  private record View(List<ParticipantId> answered, List<ParticipantStep> refused) {
    boolean opens(int corrupt, Thresholds counts) {
      return !answered.isEmpty() && answered.size() + corrupt >= counts.threshold();
    }
  }

  @Test
  void survivors_twoViewsOfEverySplit_openOneAtMost(Attack attack) {
    for (int cohort : new int[] {4, 5, 7, 10, 14}) {
      Victim any = victim(ThreatModel.SEMI_MALICIOUS, cohort);
      Thresholds counts = any.run.round.record().thresholds();
      int honest = cohort - 1 - counts.corrupt();
      for (int left = 0; left <= honest; left++) {
        assertThat(opened(attack, any, counts.corrupt(), left))
            .as("views opened of a cohort of %d split at %d", cohort, left)
            .isLessThanOrEqualTo(1);
      }
    }
  }

  /// Without signatures it is the threshold alone that prevents the second view.
  @Test
  void survivors_twoViewsOfASemiHonestRound_openOneAtMost() {
    for (int cohort : new int[] {4, 5, 10, 13}) {
      Victim any = victim(ThreatModel.SEMI_HONEST, cohort);
      Thresholds counts = any.run.round.record().thresholds();
      int honest = cohort - 1 - counts.corrupt();
      for (int left = 0; left <= honest; left++) {
        int inOne = answersWithoutSignatures(any, any.withLeaver(), counts.corrupt(), 0, left);
        int inOther =
            answersWithoutSignatures(
                any, any.request().survivors(), counts.corrupt(), left, honest);
        int enough = counts.threshold();
        assertThat(inOne + counts.corrupt() >= enough && inOther + counts.corrupt() >= enough)
            .as("both views of a cohort of %d split at %d", cohort, left)
            .isFalse();
      }
    }
  }

  /// The colluders of a claim help in both views of a round that withstands them. The leaver, which
  /// committed, helps in the view that it survived.
  @Test
  void survivors_colludersOfAClaimInBothViews_openOneAtMost(Attack attack) {
    for (int cohort : new int[] {10, 19, 30}) {
      int colluders = Colluders.of(cohort);
      Victim any = victim(Thresholds.withstanding(ThreatModel.SEMI_MALICIOUS, cohort, colluders));
      Thresholds counts = any.run.round.record().thresholds();
      assertThat(counts.corrupt()).isEqualTo(colluders);
      assertThat(counts.drops()).isPositive();
      List<ParticipantId> ids = List.copyOf(any.request().survivors());
      List<ParticipantId> helpers = ids.subList(0, colluders);
      int middle = (colluders + ids.size()) / 2;
      for (int left = middle - 1; left <= middle + 1; left++) {
        List<ParticipantId> withLeaver = new ArrayList<>(ids.subList(colluders, left));
        withLeaver.add(any.leaver);
        View one = view(any, any.withLeaver(), withLeaver, helpers);
        View two = view(any, any.request().survivors(), ids.subList(left, ids.size()), helpers);
        refused(attack, one, two);
        assertThat(Stream.of(one, two).filter(view -> view.opens(colluders, counts)).count())
            .as("views opened of a cohort of %d split at %d", cohort, left)
            .isLessThanOrEqualTo(1);
      }
    }
  }

  /// The simulation can tell, and the bound is tight: with one more corrupt participant than the
  /// counts allow, both views of a cohort of ten open. That takes all ten, for 2t = n + c + 1: the
  /// leaver too, which committed and answers in the view that it survived.
  @Test
  void survivors_oneMoreCorruptThanAssumed_wouldOpenBoth() {
    Victim any = victim(ThreatModel.SEMI_MALICIOUS, 10);
    Thresholds counts = any.run.round.record().thresholds();
    int corrupt = counts.corrupt() + 1;
    assertThat(2 * counts.threshold()).isEqualTo(10 + corrupt);
    List<ParticipantId> ids = List.copyOf(any.request().survivors());
    List<ParticipantId> helpers = ids.subList(0, corrupt);
    int middle = counts.threshold();
    List<ParticipantId> withLeaver = new ArrayList<>(ids.subList(corrupt, middle - 1));
    withLeaver.add(any.leaver);
    View one = view(any, any.withLeaver(), withLeaver, helpers);
    View two = view(any, any.request().survivors(), ids.subList(middle - 1, ids.size()), helpers);
    for (View view : List.of(one, two)) {
      assertThat(view.refused()).isEmpty();
      assertThat(view.answered().size() + corrupt).isEqualTo(counts.threshold());
    }
  }

  /// Where the leaver went before it could commit, it takes one more again.
  @Test
  void survivors_twoMoreCorruptThanAssumed_wouldOpenBothWithoutTheLeaver() {
    Victim any = victim(ThreatModel.SEMI_MALICIOUS, 10);
    int corrupt = any.run.round.record().thresholds().corrupt();
    for (int left = 0; left <= 9 - corrupt - 1; left++) {
      assertThat(opened(new Attack(), any, corrupt + 1, left)).isLessThanOrEqualTo(1);
    }
    assertThat(opened(new Attack(), any, corrupt + 2, 3)).isEqualTo(2);
  }

  /// Two lists of keys: the honest participants of either view, and the corrupt ones in both.
  @Test
  void keys_twoViewsOfEverySplit_openOneAtMost(Attack attack) {
    for (int cohort : new int[] {5, 10, 14}) {
      Victim any = victim(ThreatModel.SEMI_MALICIOUS, cohort);
      Thresholds counts = any.run.round.record().thresholds();
      for (int left = counts.corrupt(); left <= cohort; left++) {
        int joined = 0;
        for (boolean first : new boolean[] {true, false}) {
          List<KeyAdvertisement> shown = new ArrayList<>();
          for (KeyAdvertisement advertisement : any.keys().advertisements()) {
            int position = any.run.round.record().indexOf(advertisement.sender()) - 1;
            if (position < counts.corrupt() || position < left == first) {
              shown.add(advertisement);
            }
          }
          KeyAdvertisement last = shown.getLast();
          if (shown.size() == counts.corrupt()) {
            continue;
          }
          ParticipantStep step =
              any.tell(
                  any.stateOf(last.sender(), Advertised.class),
                  new AdvertisedKeys(any.keys().context(), shown));
          if (step.state() instanceof Shared) {
            joined++;
          } else {
            attack.refused(step, AbortReason.TOO_FEW_SURVIVORS);
          }
        }
        assertThat(joined).as("views of %d split at %d", cohort, left).isLessThanOrEqualTo(1);
      }
    }
  }

  /// On a random graph the coordinator may cut the circle where it likes. Whoever is asked about,
  /// its neighbours do not answer in two views often enough for both its secrets.
  @Test
  void survivors_twoViewsOfACircleCutInHalves_giveNobodysBothSecrets(Attack attack) {
    halves(attack, Thresholds.of(ThreatModel.SEMI_MALICIOUS, 66));
  }

  /// A fifth of the cohort colludes, as claims of noise have it.
  @Test
  void survivors_twoViewsOfACircleAndTheColludersOfAClaim_giveNobodysBothSecrets(Attack attack) {
    halves(attack, Thresholds.withstanding(ThreatModel.SEMI_MALICIOUS, 66, Colluders.of(66)));
  }

  private static void halves(Attack attack, Thresholds counts) {
    Victim any = new Victim(TestRound.of(counts, 8));
    var setup = any.when(Shared.class).setup();
    List<ParticipantId> participants = new ArrayList<>(any.request().survivors());
    List<ParticipantId> corrupt = participants.subList(0, counts.corrupt());
    ParticipantId centre = participants.getLast();
    TreeSet<ParticipantId> near = new TreeSet<>(setup.peersOf(centre));
    near.add(centre);
    TreeSet<ParticipantId> far = new TreeSet<>(participants);
    far.removeAll(near);
    near.removeAll(corrupt);
    far.removeAll(corrupt);
    near.remove(any.leaver);
    View one = view(any, any.withLeaver(), near, corrupt);
    View two = view(any, any.request().survivors(), far, corrupt);
    refused(attack, one, two);
    for (ParticipantId owner : any.run.states.keySet()) {
      List<ParticipantId> holders = setup.peersOf(owner);
      assertThat(
              Stream.of(one.answered(), two.answered())
                  .map(view ->
                      holders.stream().filter(h -> view.contains(h) || corrupt.contains(h)).count())
                  .min(Long::compare)
                  .orElseThrow())
          .as("holders of shares of %s in the lesser view", owner)
          .isLessThan(counts.threshold());
    }
  }

  /// How many of two views open. In one the leaver survived, in the other it did not; the honest
  /// participants up to a position are in the first.
  private static int opened(Attack attack, Victim any, int corrupt, int left) {
    int honest = any.run.round.record().cohort().size() - 1 - corrupt;
    int threshold = any.run.round.record().thresholds().threshold();
    List<ParticipantId> ids = List.copyOf(any.request().survivors());
    List<ParticipantId> helpers = ids.subList(0, corrupt);
    View one = view(any, any.withLeaver(), ids.subList(corrupt, corrupt + left), helpers);
    View two =
        view(
            any, any.request().survivors(), ids.subList(corrupt + left, corrupt + honest), helpers);
    refused(attack, one, two);
    return (int)
        Stream.of(one.answered(), two.answered())
            .filter(answered -> !answered.isEmpty() && answered.size() + corrupt >= threshold)
            .count();
  }

  private static void refused(Attack attack, View... views) {
    for (View view : views) {
      view.refused().forEach(step -> attack.refused(step, AbortReason.TOO_FEW_SIGNATURES));
    }
  }

  /// Runs the last two phases with some of the honest participants. On a random graph everybody is
  /// shown the signatures of its neighbours.
  private static View view(
      Victim any,
      SortedSet<ParticipantId> survivors,
      Collection<ParticipantId> honest,
      List<ParticipantId> helpers) {
    SortedMap<ParticipantId, Confirmed> confirmed = new TreeMap<>();
    SortedMap<ParticipantId, ByteString> signatures = new TreeMap<>();
    for (ParticipantId id : Stream.concat(honest.stream(), helpers.stream()).toList()) {
      Confirmed state = (Confirmed) any.tell(committed(any, id), any.naming(survivors)).state();
      signatures.put(id, state.signature().signature());
      confirmed.put(id, state);
    }
    var setup = any.when(Shared.class).setup();
    List<ParticipantId> answered = new ArrayList<>();
    List<ParticipantStep> refused = new ArrayList<>();
    for (ParticipantId id : honest) {
      SortedMap<ParticipantId, ByteString> shown = new TreeMap<>(signatures);
      shown
          .keySet()
          .removeIf(signer -> !setup.record().isComplete() && !setup.arePeers(id, signer));
      ParticipantStep step = any.tell(confirmed.get(id), any.asking(survivors, shown));
      if (step.state() instanceof Answered) {
        answered.add(id);
      } else {
        refused.add(step);
      }
    }
    return new View(answered, refused);
  }

  /// A participant that has committed. The leaver has not, in the round that was recorded.
  private static ParticipantState committed(Victim any, ParticipantId id) {
    return id.equals(any.leaver)
        ? any.committed(any.masking(id))
        : any.stateOf(id, Committed.class);
  }

  private static int answersWithoutSignatures(
      Victim any, SortedSet<ParticipantId> survivors, int corrupt, int from, int to) {
    int answered = 0;
    for (ParticipantId id :
        List.copyOf(any.request().survivors()).subList(corrupt + from, corrupt + to)) {
      ParticipantStep step =
          any.tell(any.stateOf(id, Committed.class), any.asking(survivors, new TreeMap<>()));
      answered += step.state() instanceof Answered ? 1 : 0;
    }
    return answered;
  }

  private static Victim victim(ThreatModel model, int cohort) {
    return victim(Thresholds.of(model, cohort));
  }

  private static Victim victim(Thresholds counts) {
    return new Victim(RecordedRound.of(TestRound.of(counts, counts.cohort())), 1, 2);
  }
}
