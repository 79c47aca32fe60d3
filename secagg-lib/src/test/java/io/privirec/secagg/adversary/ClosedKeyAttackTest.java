package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Contributed;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Revealed;
import io.privirec.secagg.participant.ParticipantStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that publishes other keys of a closed round than everybody's own. Masks with fewer
/// than the cohort would open the sum of these fewer.
@ExtendWith(AttackLedger.class)
class ClosedKeyAttackTest {
  private final Victim victim = new Victim(RecordedRound.of(TestRound.closed(1, 3, 3)), 1, 2);
  private final RoundRecord record = victim.run.round.record();

  /// Every list that is shorter: {victim, one other honest, corrupt} as well as all but one.
  @Test
  void keys_ofAnyFewerThanTheCohort_areRefused(Attack attack) {
    List<KeyAdvertisement> all = victim.keys().advertisements();
    for (int chosen = 1; chosen < (1 << all.size()) - 1; chosen++) {
      List<KeyAdvertisement> some = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        if ((chosen >> i & 1) == 1) {
          some.add(all.get(i));
        }
      }
      attack.refused(publish(some), AbortReason.PARTICIPANT_MISSING, victim.secrets());
    }
    assertThat(attack.refusals()).isEqualTo(62);
  }

  @Test
  void keys_ofAnInventedMember_areRefused(Attack attack) {
    KeyAdvertisement invented = victim.invented();
    attack.refused(victim, invented, AbortReason.UNKNOWN_PARTICIPANT);
    List<KeyAdvertisement> instead = new ArrayList<>(victim.publishing(invented).advertisements());
    instead.removeIf(each -> each.sender().equals(victim.peer));
    attack.refused(publish(instead), AbortReason.PARTICIPANT_MISSING, victim.secrets());
  }

  @Test
  void keys_swappedByTheCoordinator_areRefused(Attack attack) {
    for (KeyAdvertisement genuine : victim.keys().advertisements()) {
      KeyAdvertisement swapped = victim.forged(genuine.sender(), genuine.signature());
      attack.refused(
          victim,
          swapped,
          genuine.sender().equals(victim.self)
              ? AbortReason.OWN_KEYS_CHANGED
              : AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
    }
  }

  @Test
  void keys_signedByAnotherMember_areRefused(Attack attack) {
    KeyAdvertisement signed =
        KeyAdvertisement.sign(
            record.context(),
            victim.peer,
            victim.freshKey(),
            Optional.empty(),
            Optional.empty(),
            victim.run.round.identity(victim.run.round.id(4)));
    attack.refused(victim, signed, AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
  }

  @Test
  void keys_weakReflectedOrTwice_areRefused(Attack attack) {
    AgreementPublicKey zero = AgreementPublicKey.fromBytes(new byte[32]);
    AgreementPublicKey own = victim.keys().of(victim.self).orElseThrow().maskKey();
    AgreementPublicKey third = victim.keys().of(victim.run.round.id(4)).orElseThrow().maskKey();
    attack.refused(victim, signed(zero), AbortReason.INVALID_KEY);
    attack.refused(victim, signed(own), AbortReason.DUPLICATE_KEY);
    attack.refused(victim, signed(third), AbortReason.DUPLICATE_KEY);
  }

  /// The peer's keys of an earlier attempt, whose private keys the coordinator may have got since.
  @Test
  void keys_ofAnEarlierAttempt_areRefused(Attack attack) {
    Victim earlier = new Victim(RecordedRound.of(anotherAttempt()), 1, 2);
    KeyAdvertisement replayed = earlier.keys().of(victim.peer).orElseThrow();
    attack.refused(victim, replayed, AbortReason.CONTEXT_MISMATCH);
    attack.refused(victim, rebound(replayed), AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
    attack.refused(victim, Advertised.class, earlier.keys(), AbortReason.CONTEXT_MISMATCH);
  }

  /// Keys that the peer made for this very record and gave up, after a backup was restored for
  /// instance: the victim cannot tell, but the peer finds others than its own and does not mask.
  @Test
  void keys_ofAnEarlierJoinOfThePeer_areRefusedByThePeer(Attack attack) {
    KeyAdvertisement given = (KeyAdvertisement) victim.run.join(victim.peer).toSend().orElseThrow();
    AdvertisedKeys replayed = victim.publishing(given);
    assertThat(victim.tell(victim.when(Advertised.class), replayed).state())
        .isInstanceOf(Masking.class);
    attack.refused(
        victim,
        victim.stateOf(victim.peer, Advertised.class),
        replayed,
        AbortReason.OWN_KEYS_CHANGED);
  }

  @Test
  void keys_otherListOnceOneWasTaken_areRefusedInEveryState(Attack attack) {
    KeyAdvertisement other = signed(victim.freshKey());
    for (ParticipantState state :
        List.of(victim.when(Masking.class), victim.when(Contributed.class))) {
      attack.refused(victim, state, victim.publishing(other), AbortReason.EQUIVOCATION);
    }
  }

  /// What a participant signed for the other kind of round says nothing in this one.
  @Test
  void keys_forATolerantRound_areRefusedInAClosedOne(Attack attack) {
    KeyAdvertisement tolerant =
        victim.signedBy(victim.peer, victim.freshKey(), Optional.of(victim.freshKey()));
    attack.refused(victim, tolerant, AbortReason.INVALID_KEY);
    KeyAdvertisement stripped = rebound(tolerant);
    attack.refused(victim, stripped, AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
    attack.rejected(victim.run, tolerant, RejectionReason.INVALID_KEY);
    attack.rejected(victim.run, stripped, RejectionReason.BAD_SIGNATURE);
  }

  @Test
  void keys_forAClosedRound_areRefusedInATolerantOne(Attack attack) {
    Victim tolerant = Victim.ofFive();
    KeyAdvertisement closed =
        tolerant.signedBy(tolerant.peer, tolerant.freshKey(), Optional.empty());
    attack.refused(
        tolerant, Advertised.class, tolerant.publishing(closed), AbortReason.INVALID_KEY);
    KeyAdvertisement grown =
        new KeyAdvertisement(
            closed.context(),
            closed.sender(),
            closed.maskKey(),
            Optional.of(tolerant.freshKey()),
            Optional.empty(),
            closed.signature());
    attack.refused(
        tolerant,
        Advertised.class,
        tolerant.publishing(grown),
        AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
  }

  @Test
  void commitment_forTheOtherKindOfRound_isRejected(Attack attack) {
    RoundKind tolerant = new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 6));
    rejected(attack, victim, tolerant);
    rejected(attack, Victim.ofFive(), record.kind());
  }

  @Test
  void seedCommitment_whereNoGraphIsDrawn_isRefused(Attack attack) {
    attack.refused(
        victim,
        victim.peersKeys(Optional.of(Digest.of(new byte[] {1}))),
        AbortReason.SEED_COMMITMENT_INVALID);
  }

  /// Above 64 participants the coordinator may also want to draw the graph.
  @Test
  void keysAndSeeds_ofFewerOrOthersOnARandomGraph_areRefused(Attack attack) {
    Victim wide = new Victim(RecordedRound.of(TestRound.closed(2, 65)), 1, 2);
    SortedMap<ParticipantId, ByteString> seeds = wide.told(RevealedSeeds.class).bySender();
    Revealed revealed = wide.when(Revealed.class);
    Digest context = revealed.reveal().context();
    for (ParticipantId id : List.of(wide.peer, wide.run.round.id(64))) {
      attack.refused(
          wide, Advertised.class, wide.publishingWithout(id), AbortReason.PARTICIPANT_MISSING);
      ByteString other = ByteString.copyOf(Hex.bytes("07".repeat(32)));
      for (var wrong : List.of(Lies.without(seeds, id), Lies.with(seeds, id, other))) {
        attack.refused(
            wide, revealed, new RevealedSeeds(context, wrong), AbortReason.SEED_MISMATCH);
      }
    }
  }

  private static void rejected(Attack attack, Victim of, RoundKind kind) {
    MaskedInputCommitment genuine =
        (MaskedInputCommitment) of.run.messages.get(Phase.MASKED_INPUT).get(of.peer);
    MaskedInputCommitment other =
        MaskedInputCommitment.sign(
            kind, genuine.context(), of.peer, genuine.merkleRoot(), of.run.round.identity(of.peer));
    attack.rejected(of.run, other, RejectionReason.BAD_SIGNATURE);
  }

  private TestRound anotherAttempt() {
    return victim.run.round.with(
        TestRound.changed(
            record, record.attempt() + 1, record.cohort(), record.kind(), record.vector()));
  }

  /// The peer's keys and signature as if they were for this round.
  private KeyAdvertisement rebound(KeyAdvertisement other) {
    return new KeyAdvertisement(
        record.context(),
        victim.peer,
        other.maskKey(),
        Optional.empty(),
        Optional.empty(),
        other.signature());
  }

  private KeyAdvertisement signed(AgreementPublicKey maskKey) {
    return victim.signedBy(victim.peer, maskKey, Optional.empty());
  }

  private ParticipantStep publish(List<KeyAdvertisement> advertisements) {
    return victim.tell(
        victim.when(Advertised.class), new AdvertisedKeys(record.context(), advertisements));
  }
}
