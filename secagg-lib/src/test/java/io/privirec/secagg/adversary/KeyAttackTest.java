package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.ParticipantStep;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that publishes other keys than were advertised.
@ExtendWith(AttackLedger.class)
class KeyAttackTest {
  /// The u-coordinates of order 1, 2, 4 and 8 on the curve and its twist, canonical and not.
  private static final List<String> SMALL_ORDER =
      List.of(
          "0000000000000000000000000000000000000000000000000000000000000000",
          "0100000000000000000000000000000000000000000000000000000000000000",
          "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
          "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");

  private final Victim victim = Victim.ofFive();
  private final Advertised advertised = victim.when(Advertised.class);

  @Test
  void keys_ofAnotherRoundReplayed_areRefused(Attack attack) {
    Victim other = new Victim(RecordedRound.ofFive(2), 1, 2);
    attack.refused(victim, advertised, other.keys(), AbortReason.CONTEXT_MISMATCH);
  }

  /// The advertisement is genuine and signed, but for another attempt.
  @Test
  void keys_oneAdvertisementReplayedFromAnotherRound_areRefused(Attack attack) {
    Victim before = new Victim(RecordedRound.ofFive(2), 1, 2);
    attack.refused(
        victim, before.keys().of(victim.peer).orElseThrow(), AbortReason.CONTEXT_MISMATCH);
  }

  @Test
  void keys_withoutTheVictims_areRefused(Attack attack) {
    attack.refused(
        victim, advertised, victim.publishingWithout(victim.self), AbortReason.OWN_KEYS_CHANGED);
  }

  @Test
  void keys_ofTheVictimReplaced_areRefused(Attack attack) {
    KeyAdvertisement second =
        (KeyAdvertisement) victim.run.join(victim.self).toSend().orElseThrow();
    attack.refused(victim, second, AbortReason.OWN_KEYS_CHANGED);
  }

  @Test
  void keys_swappedByTheCoordinator_areRefused(Attack attack) {
    KeyAdvertisement genuine = victim.keys().of(victim.peer).orElseThrow();
    KeyAdvertisement swapped = victim.forged(victim.peer, genuine.signature());
    attack.refused(victim, swapped, AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
  }

  /// A signature of the right key, made for something else.
  @Test
  void keys_signedInAnotherDomain_areRefused(Attack attack) {
    MaskedInputCommitment commitment =
        MaskedInputCommitment.sign(
            victim.run.round.record().kind(),
            victim.keys().context(),
            victim.peer,
            Digest.of(new byte[] {1}),
            victim.run.round.identity(victim.peer));
    attack.refused(
        victim,
        victim.forged(victim.peer, commitment.signature()),
        AbortReason.ADVERTISEMENT_SIGNATURE_INVALID);
  }

  @Test
  void keys_ofAnInventedParticipant_areRefused(Attack attack) {
    attack.refused(victim, victim.invented(), AbortReason.UNKNOWN_PARTICIPANT);
  }

  @Test
  void keys_ofTheVictimReflected_areRefused(Attack attack) {
    KeyAdvertisement own = victim.keys().of(victim.self).orElseThrow();
    for (AgreementPublicKey reflected : own.keys()) {
      signed(attack, reflected, victim.freshKey(), AbortReason.DUPLICATE_KEY);
      signed(attack, victim.freshKey(), reflected, AbortReason.DUPLICATE_KEY);
    }
  }

  @Test
  void keys_oneKeyTwice_areRefused(Attack attack) {
    AgreementPublicKey twice = victim.freshKey();
    AgreementPublicKey third = victim.keys().of(victim.run.round.id(3)).orElseThrow().maskKey();
    signed(attack, twice, twice, AbortReason.DUPLICATE_KEY);
    signed(attack, third, twice, AbortReason.DUPLICATE_KEY);
  }

  @Test
  void keys_ofSmallOrder_areRefused(Attack attack) {
    for (String point : SMALL_ORDER) {
      AgreementPublicKey weak = AgreementPublicKey.fromBytes(Hex.bytes(point));
      signed(attack, weak, victim.freshKey(), AbortReason.INVALID_KEY);
      signed(attack, victim.freshKey(), weak, AbortReason.INVALID_KEY);
    }
  }

  /// The unused top bit set: the victim's own key in a spelling that compares as another.
  @Test
  void keys_ofTheVictimInASecondSpelling_areRefused(Attack attack) {
    byte[] spelling = victim.keys().of(victim.self).orElseThrow().maskKey().bytes();
    spelling[31] |= (byte) 0x80;
    signed(
        attack, AgreementPublicKey.fromBytes(spelling), victim.freshKey(), AbortReason.INVALID_KEY);
  }

  @Test
  void keys_ofAnotherAgreement_areRefused(Attack attack) {
    AgreementPublicKey hybrid =
        AgreementKeyPair.generate(KeyAgreement.X25519_MLKEM768, victim.random).publicKey();
    signed(attack, hybrid, victim.freshKey(), AbortReason.INVALID_KEY);
  }

  @Test
  void keys_seedCommitmentWhereNoGraphIsDrawn_areRefused(Attack attack) {
    attack.refused(
        victim,
        victim.peersKeys(Optional.of(Digest.of(new byte[] {1}))),
        AbortReason.SEED_COMMITMENT_INVALID);
  }

  @Test
  void keys_ofTooFew_areRefused(Attack attack) {
    List<KeyAdvertisement> few = victim.keys().advertisements().subList(0, 3);
    attack.refused(
        victim,
        advertised,
        new AdvertisedKeys(victim.keys().context(), few),
        AbortReason.TOO_FEW_SURVIVORS);
  }

  @Test
  void keys_otherListToTheSameParticipant_areRefused(Attack attack) {
    for (var state : victim.run.states.get(victim.self)) {
      if (!(state instanceof Advertised)) {
        attack.refused(
            victim, state, victim.publishingWithout(victim.peer), AbortReason.EQUIVOCATION);
      }
    }
  }

  /// One participant is told of one peer less: it is in a round of its own, and neither side can
  /// read what the other sends.
  @Test
  void keys_otherListToOneParticipantOnly_leaveItAlone(Attack attack) {
    ParticipantStep apart = victim.tell(advertised, victim.publishingWithout(victim.leaver));
    EncryptedShares dealt = (EncryptedShares) apart.toSend().orElseThrow();
    assertThat(dealt.context()).isNotEqualTo(victim.shares().context());
    attack.refused(
        victim,
        apart.state(),
        victim.delivering(victim.shares().bySender()),
        AbortReason.CONTEXT_MISMATCH);
    Victim other = new Victim(victim.run, 2, 1);
    attack.refused(
        other,
        Shared.class,
        other.delivering(victim.self, dealt.byRecipient().get(other.self)),
        AbortReason.SHARE_INVALID);
  }

  /// The peer helps the coordinator and signs these.
  private void signed(
      Attack attack,
      AgreementPublicKey maskKey,
      AgreementPublicKey channelKey,
      AbortReason reason) {
    attack.refused(victim, victim.signedBy(victim.peer, maskKey, channelKey), reason);
  }
}
