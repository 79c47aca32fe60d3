package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantEvent.MessageReceived;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantStep;
import io.privirec.secagg.roster.Cell;
import io.privirec.secagg.roster.Roster;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that chooses whom to sum: other sets than whole cells of the roster in force, or
/// another roster. Every record here is signed with the key that the victim has pinned.
@ExtendWith(AttackLedger.class)
class ClosedTermsAttackTest {
  /// Cells 1, 2 and 3 of three participants each; the round is over the first two.
  private final TestRound everybody = TestRound.closed(1, 3, 3, 3);

  private final Roster roster = everybody.roster();
  private final ParticipantId self = everybody.id(1);
  private final TestRound round = over(roster, List.of(1, 2), roster.cohort(List.of(1, 2)));
  private final SecureRandom random = new SeededRandom(5);

  @Test
  void cells_thatTheRosterHasNot_areRefused(Attack attack) {
    for (List<Integer> cells : List.of(List.of(4), List.of(1, 2, 4), List.of(1, 2, 999))) {
      refused(attack, over(roster, cells, round.record().cohort()), AbortReason.NOT_WHOLE_CELLS);
    }
  }

  @Test
  void cell_thatIsFormer_isRefused(Attack attack) {
    List<Cell> cells = new ArrayList<>(roster.cells());
    cells.set(1, cells.get(1).retired());
    Roster later = new Roster(1, cells, roster.members(), List.of(), List.of());
    TestRound old = over(later, List.of(1, 2), round.record().cohort());
    refused(attack, old, later, AbortReason.NOT_WHOLE_CELLS);
  }

  /// The sum of a part, next to that of the whole, is the sum of the rest.
  @Test
  void cohort_thatIsAPartOfItsCells_isRefused(Attack attack) {
    List<CohortMember> whole = round.record().cohort();
    for (CohortMember member : whole) {
      if (!member.id().equals(self)) {
        List<CohortMember> part = new ArrayList<>(whole);
        part.remove(member);
        refused(attack, over(roster, List.of(1, 2), part), AbortReason.NOT_WHOLE_CELLS);
      }
    }
    refused(attack, over(roster, List.of(1, 2), whole.subList(0, 3)), AbortReason.NOT_WHOLE_CELLS);
  }

  @Test
  void cohort_withMoreThanItsCells_isRefused(Attack attack) {
    List<CohortMember> all = everybody.record().cohort();
    refused(attack, over(roster, List.of(1, 2), all), AbortReason.NOT_WHOLE_CELLS);
    refused(attack, over(roster, List.of(1), all.subList(0, 4)), AbortReason.NOT_WHOLE_CELLS);
    List<CohortMember> mixed = List.of(all.get(0), all.get(1), all.get(3));
    refused(attack, over(roster, List.of(1), mixed), AbortReason.NOT_WHOLE_CELLS);
  }

  @Test
  void cohort_ofACellWithoutTheVictim_isRefused(Attack attack) {
    TestRound others = over(roster, List.of(2), roster.cohort(List.of(2)));
    refused(attack, others, AbortReason.NOT_IN_COHORT);
    TestRound smuggled = over(roster, List.of(2), roster.cohort(List.of(1, 2)));
    refused(attack, smuggled, AbortReason.NOT_WHOLE_CELLS);
  }

  @Test
  void cohort_withAnotherKeyOfAMember_isRefused(Attack attack) {
    List<CohortMember> swapped = new ArrayList<>(round.record().cohort());
    swapped.set(
        2, new CohortMember(swapped.get(2).id(), IdentityKeyPair.generate(random).publicKey()));
    refused(attack, over(roster, List.of(1, 2), swapped), AbortReason.OUTSIDE_ROSTER);
  }

  @Test
  void cohort_withAnInventedMember_isRefused(Attack attack) {
    List<CohortMember> more = new ArrayList<>(round.record().cohort());
    more.add(
        new CohortMember(new ParticipantId("zoe"), IdentityKeyPair.generate(random).publicKey()));
    refused(attack, over(roster, List.of(1, 2), more), AbortReason.NOT_WHOLE_CELLS);
  }

  /// The round of a roster that the victim has left behind, or has not yet.
  @Test
  void roster_olderOrNewer_isRefused(Attack attack) {
    Roster newer = version(2, 3, 3, 3);
    refused(attack, round, newer, AbortReason.ROSTER_SUPERSEDED);
    refused(
        attack, over(newer, List.of(1, 2), round.record().cohort()), AbortReason.ROSTER_SUPERSEDED);
  }

  /// Two texts of one version: some holders have the one in force and others the other.
  @Test
  void roster_ofTheSameVersionWithAnotherText_isRefused(Attack attack) {
    Roster forked = version(1, 6, 3);
    TestRound told = over(forked, List.of(1), forked.cohort(List.of(1)));
    refused(attack, told, AbortReason.ROSTER_SUPERSEDED);
    refused(attack, round, forked, AbortReason.ROSTER_SUPERSEDED);
  }

  @Test
  void roster_missing_isRefused(Attack attack) {
    Membership without = round.membership(self, Optional.empty(), ThreatModel.SEMI_HONEST);
    attack.refused(join(round.signed(), without), AbortReason.ROSTER_MISSING);
  }

  /// Cells, roster version, vector: any byte changed on the way.
  @Test
  void record_changedOnItsWay_isRefused(Attack attack) throws GeneralSecurityException {
    byte[] genuine = round.signed().encode();
    int refused = 0;
    for (int place = 6; place < genuine.length; place++) {
      byte[] changed = genuine.clone();
      changed[place] ^= 1;
      SignedRoundRecord received;
      try {
        received = SignedRoundRecord.decode(changed);
      } catch (GeneralSecurityException _) {
        continue;
      }
      attack.refused(join(received, round.membership(self)), AbortReason.RECORD_SIGNATURE_INVALID);
      refused++;
    }
    assertThat(refused).isGreaterThan(200);
  }

  @Test
  void record_withoutCellsOrWithUnorderedOnes_isNoRecord(Attack attack) {
    for (List<Integer> cells :
        List.of(List.<Integer>of(), List.of(2, 1), List.of(1, 1), List.of(0), List.of(-1, 2))) {
      attack.impossible(() -> new RoundKind.Closed(roster.reference(), cells), "cell");
    }
  }

  /// The same cohort under a record of the other kind: everything is bound to another context.
  @Test
  void record_kindSwappedForHalfOfTheCohort_isRefused(Attack attack) {
    TestRound tolerant =
        round.with(
            with(
                round.record(),
                new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 6)),
                round.record().vector()));
    refusesKeysMadeUnder(attack, tolerant.record());
  }

  /// Another vector, another roster version or other cells for half of the cohort.
  @Test
  void record_otherTermsForHalfOfTheCohort_areRefused(Attack attack) {
    VectorSpec vector = round.record().vector();
    VectorSpec longer =
        new VectorSpec(vector.name(), vector.length() + 1, 4, vector.ring(), 0, vector.capacity());
    RoundKind newer = new RoundKind.Closed(version(2, 3, 3, 3).reference(), List.of(1, 2));
    RoundKind other = new RoundKind.Closed(roster.reference(), List.of(1, 3));
    for (RoundRecord told :
        List.of(
            with(round.record(), round.record().kind(), longer),
            with(round.record(), newer, vector),
            with(round.record(), other, vector))) {
      refusesKeysMadeUnder(attack, told);
    }
  }

  /// The victim is shown the keys that the others signed under another record.
  private void refusesKeysMadeUnder(Attack attack, RoundRecord told) {
    Advertised advertised = (Advertised) join(round.signed(), round.membership(self)).state();
    List<KeyAdvertisement> keys = new ArrayList<>();
    for (CohortMember member : round.record().cohort()) {
      keys.add(
          member.id().equals(self)
              ? advertised.advertisement()
              : KeyAdvertisement.sign(
                  told.context(),
                  member.id(),
                  AgreementKeyPair.generate(random).publicKey(),
                  told.isClosed()
                      ? Optional.empty()
                      : Optional.of(AgreementKeyPair.generate(random).publicKey()),
                  Optional.empty(),
                  round.identity(member.id())));
    }
    attack.refused(
        ParticipantProtocol.step(
            advertised,
            new MessageReceived(new AdvertisedKeys(round.record().context(), keys)),
            random),
        AbortReason.CONTEXT_MISMATCH);
  }

  private void refused(Attack attack, TestRound told, AbortReason reason) {
    refused(attack, told, roster, reason);
  }

  /// The victim, who has a roster in force, is asked into a round.
  private void refused(Attack attack, TestRound told, Roster inForce, AbortReason reason) {
    Membership membership =
        everybody.membership(self, Optional.of(inForce), ThreatModel.SEMI_MALICIOUS);
    attack.refused(join(told.signed(), membership), reason);
  }

  private ParticipantStep join(SignedRoundRecord signed, Membership membership) {
    return ParticipantProtocol.join(signed, membership, random);
  }

  private static RoundRecord with(RoundRecord record, RoundKind kind, VectorSpec vector) {
    return TestRound.changed(record, record.attempt(), record.cohort(), kind, vector);
  }

  private Roster version(int version, int... cells) {
    return TestRound.rosterOf(version, everybody.record().cohort(), cells);
  }

  private TestRound over(Roster named, List<Integer> cells, List<CohortMember> cohort) {
    RoundRecord any = everybody.record();
    return everybody.with(
        TestRound.changed(
            any,
            any.attempt(),
            cohort,
            new RoundKind.Closed(named.reference(), cells),
            any.vector()));
  }
}
