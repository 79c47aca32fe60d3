package io.privirec.secagg.adversary;

import io.privirec.crypto.SeededRandom;
import io.privirec.crypto.encoding.CanonicalWriter;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.SignatureDomain;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.SignedRoundRecord;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.participant.Membership;
import io.privirec.secagg.participant.ParticipantProtocol;
import io.privirec.secagg.participant.ParticipantStep;
import io.privirec.secagg.roster.Roster;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that writes the terms in its favour. Every record here is signed with the key that
/// the victim has pinned.
@ExtendWith(AttackLedger.class)
class TermsAttackTest {
  private static final int MEMBERS_OFFSET = 2 + 32 + 1 + "session-1".length() + 4 + 4 + 2;
  private static final int MEMBER_BYTES = 1 + "p000".length() + 32;

  private final TestRound round = TestRound.of(10, 1);
  private final ParticipantId self = round.id(1);
  private final Membership own = round.membership(self);
  private final SecureRandom random = new SeededRandom(5);
  private final int threatModel = MEMBERS_OFFSET + 10 * MEMBER_BYTES + 1;
  private final int counts = threatModel + 1;

  @Test
  void record_ofAStrangerWhoPlaysCoordinator_isRefused(Attack attack) {
    IdentityKeyPair stranger = IdentityKeyPair.generate(random);
    attack.refused(
        join(SignedRoundRecord.sign(round.record(), stranger), own),
        AbortReason.RECORD_SIGNATURE_INVALID);
  }

  @Test
  void record_threatModelChangedOnItsWay_isRefused(Attack attack) throws Exception {
    byte[] changed = round.signed().encode();
    changed[2 + 4 + threatModel] = 1;
    attack.refused(
        join(SignedRoundRecord.decode(changed), own), AbortReason.RECORD_SIGNATURE_INVALID);
  }

  @Test
  void record_weakerThreatModelThanAccepted_isRefused(Attack attack) {
    TestRound weak = TestRound.of(Thresholds.of(ThreatModel.SEMI_HONEST, 10), 1);
    Membership strict =
        weak.membership(self, Optional.of(weak.roster()), ThreatModel.SEMI_MALICIOUS);
    attack.refused(join(weak.signed(), strict), AbortReason.THREAT_MODEL_TOO_WEAK);
  }

  /// Everybody but the victim is the coordinator's invention.
  @Test
  void record_inventedParticipants_isRefused(Attack attack) {
    List<CohortMember> genuine = round.record().cohort().subList(0, 5);
    attack.refused(
        join(round.signed(), with(Optional.of(Roster.ofOneCell(1, genuine)))),
        AbortReason.OUTSIDE_ROSTER);
  }

  @Test
  void record_genuineNameWithAnInventedKey_isRefused(Attack attack) {
    List<CohortMember> genuine = new ArrayList<>(round.record().cohort());
    genuine.set(4, new CohortMember(round.id(4), IdentityKeyPair.generate(random).publicKey()));
    attack.refused(
        join(round.signed(), with(Optional.of(Roster.ofOneCell(1, genuine)))),
        AbortReason.OUTSIDE_ROSTER);
  }

  @Test
  void record_toAHolderWithoutARoster_isRefused(Attack attack) {
    attack.refused(join(round.signed(), with(Optional.empty())), AbortReason.ROSTER_MISSING);
  }

  @Test
  void record_victimUnderAnotherKey_isRefused(Attack attack) {
    Membership other =
        new Membership(
            self, round.identity(round.id(2)), own.coordinatorKey(), own.roster(), own.least());
    attack.refused(join(round.signed(), other), AbortReason.IDENTITY_KEY_MISMATCH);
  }

  @Test
  void record_cohortThatTheVictimIsNotIn_isRefused(Attack attack) {
    Membership outsider =
        new Membership(
            new ParticipantId("zoe"),
            own.identity(),
            own.coordinatorKey(),
            own.roster(),
            own.least());
    attack.refused(join(round.signed(), outsider), AbortReason.NOT_IN_COHORT);
  }

  /// Every threshold but the right one: below it the coordinator and a helper open everything;
  /// above it somebody else chose.
  @Test
  void record_chosenThreshold_isNoRecord(Attack attack) {
    int right = round.record().thresholds().threshold();
    for (int threshold = 0; threshold <= 10; threshold++) {
      if (threshold != right) {
        byte[] forged = forged(counts + 6, threshold);
        attack.impossible(() -> SignedRoundRecord.decode(forged), "threshold");
      }
    }
  }

  @Test
  void record_chosenNeighbours_isNoRecord(Attack attack) {
    for (int neighbours = 0; neighbours < 9; neighbours++) {
      byte[] forged = forged(counts + 4, neighbours);
      attack.impossible(() -> SignedRoundRecord.decode(forged), "neighbours");
    }
  }

  @Test
  void record_nobodyCorrupt_isNoRecord(Attack attack) {
    byte[] forged = forged(counts, 0);
    attack.impossible(() -> SignedRoundRecord.decode(forged), "corrupt");
  }

  @Test
  void record_minimumOfOneSurvivor_isNoRecord(Attack attack) {
    for (int minimum = 0; minimum < 6; minimum++) {
      byte[] forged = forged(counts + 8, minimum);
      attack.impossible(() -> SignedRoundRecord.decode(forged), "minSurvivors");
    }
  }

  @Test
  void record_moreDropsThanTheMinimumLeaves_isNoRecord(Attack attack) {
    byte[] forged = forged(counts + 2, 8);
    attack.impossible(() -> SignedRoundRecord.decode(forged), "drops");
  }

  @Test
  void record_degreeAndThresholdOfARandomGraphChosen_isNoRecord(Attack attack) {
    ThreatModel model = ThreatModel.SEMI_MALICIOUS;
    Thresholds right = Thresholds.of(model, 100);
    attack.impossible(
        () -> new Thresholds(model, 100, 10, 10, 2, right.threshold(), 90), "neighbours");
    attack.impossible(
        () -> new Thresholds(model, 100, 10, 10, right.neighbours(), 2, 90), "threshold");
    attack.impossible(() -> new Thresholds(model, 100, 1, 10, 32, 22, 90), "corrupt");
  }

  /// In a ring too narrow the sum wraps around and shows nonsense, or a part of somebody.
  @Test
  void record_ringTooNarrowForTheSum_isNoRecord(Attack attack) {
    int ringBits = counts + 10 + 1 + 1 + "test".length() + 8 + 4;
    byte[] record = round.record().encode();
    record[ringBits] = 16;
    record[ringBits + 1] = 12;
    attack.impossible(() -> SignedRoundRecord.decode(signed(record)), "bits more than a ring");
  }

  @Test
  void record_oneMemberTwice_isNoRecord(Attack attack) {
    byte[] record = round.record().encode();
    int members = MEMBERS_OFFSET;
    System.arraycopy(record, members, record, members + MEMBER_BYTES, MEMBER_BYTES);
    attack.impossible(() -> SignedRoundRecord.decode(signed(record)), "sorted by id");
  }

  @Test
  void record_oneKeyUnderTwoNames_isNoRecord(Attack attack) {
    byte[] record = round.record().encode();
    int keys = MEMBERS_OFFSET + MEMBER_BYTES - 32;
    System.arraycopy(record, keys, record, keys + MEMBER_BYTES, 32);
    attack.impossible(() -> SignedRoundRecord.decode(signed(record)), "one identity key");
  }

  @Test
  void record_twoParticipantsOnly_isNoRecord(Attack attack) {
    attack.impossible(() -> Thresholds.of(ThreatModel.SEMI_HONEST, 2), "cohort");
  }

  private ParticipantStep join(SignedRoundRecord record, Membership membership) {
    return ParticipantProtocol.join(record, membership, random);
  }

  private Membership with(Optional<Roster> roster) {
    return round.membership(self, roster, own.least());
  }

  /// The record with one two-byte count changed, signed.
  private byte[] forged(int offset, int count) {
    byte[] record = round.record().encode();
    record[offset] = (byte) (count >> 8);
    record[offset + 1] = (byte) count;
    return signed(record);
  }

  private byte[] signed(byte[] record) {
    return CanonicalWriter.ofType(0x23)
        .prefixed(record)
        .fixed(round.coordinator().sign(SignatureDomain.ROUND_RECORD, record))
        .toByteArray();
  }
}
