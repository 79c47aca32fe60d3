package io.privirec.secagg.adversary;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.TestRound;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.MaskEncapsulation;
import io.privirec.secagg.message.SentEncapsulations;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Contributed;
import io.privirec.secagg.participant.ParticipantState.Encapsulated;
import io.privirec.secagg.participant.ParticipantState.Masking;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Changed, foreign and missing encapsulations of a closed round with hybrid keys. With its own in
/// place the coordinator would know the post-quantum half of a mask.
@ExtendWith(AttackLedger.class)
class EncapsulationAttackTest {
  /// The victim accepts masks of the three before it and initiates those of the two behind it.
  private final Victim victim = new Victim(hybrid(1), 3, 0);

  private final Encapsulated state = victim.when(Encapsulated.class);
  private final Digest context = state.setup().context();
  private final ParticipantId second = victim.run.round.id(1);
  private final ParticipantId behind = victim.run.round.id(5);
  private final SortedMap<ParticipantId, MaskEncapsulation> genuine =
      victim.told(DeliveredEncapsulations.class).bySender();

  @Test
  void encapsulation_missing_isRefused(Attack attack) {
    for (ParticipantId sender : genuine.keySet()) {
      refused(attack, Lies.without(genuine, sender), AbortReason.PARTICIPANT_MISSING);
    }
    refused(attack, new TreeMap<>(), AbortReason.PARTICIPANT_MISSING);
  }

  @Test
  void encapsulations_swapped_areRefused(Attack attack) {
    SortedMap<ParticipantId, MaskEncapsulation> swapped =
        Lies.with(genuine, victim.peer, genuine.get(second));
    refused(
        attack,
        Lies.with(swapped, second, genuine.get(victim.peer)),
        AbortReason.ENCAPSULATION_INVALID);
  }

  @Test
  void encapsulation_ofTheCoordinatorUnderThePeersSignature_isRefused(Attack attack)
      throws InvalidKeyException {
    ByteString own = encapsulationToTheVictim();
    refused(
        attack,
        new MaskEncapsulation(own, genuine.get(victim.peer).signature()),
        AbortReason.ENCAPSULATION_INVALID);
    refused(
        attack,
        new MaskEncapsulation(own, ByteString.copyOf(new byte[64])),
        AbortReason.ENCAPSULATION_INVALID);
    for (IdentityKeyPair signer :
        List.of(victim.run.round.coordinator(), victim.run.round.identity(second))) {
      refused(
          attack,
          MaskEncapsulation.sign(context, victim.peer, victim.self, own, signer),
          AbortReason.ENCAPSULATION_INVALID);
    }
  }

  /// What the peer signed for somebody else, in the other direction, or in another round.
  @Test
  void encapsulation_signedForSomethingElse_isRefused(Attack attack) {
    SentEncapsulations sent =
        (SentEncapsulations) victim.run.messages.get(Phase.ENCAPSULATE_KEYS).get(victim.peer);
    refused(
        attack, sent.byRecipient().get(victim.run.round.id(4)), AbortReason.ENCAPSULATION_INVALID);
    ByteString encapsulation = genuine.get(victim.peer).encapsulation();
    refused(
        attack,
        MaskEncapsulation.sign(
            context,
            victim.self,
            victim.peer,
            encapsulation,
            victim.run.round.identity(victim.peer)),
        AbortReason.ENCAPSULATION_INVALID);
    Victim other = new Victim(hybrid(2), 3, 0);
    SortedMap<ParticipantId, MaskEncapsulation> foreign =
        other.told(DeliveredEncapsulations.class).bySender();
    refused(attack, foreign.get(victim.peer), AbortReason.ENCAPSULATION_INVALID);
    attack.refused(
        victim, state, other.told(DeliveredEncapsulations.class), AbortReason.CONTEXT_MISMATCH);
  }

  @Test
  void encapsulations_forAnotherParticipant_areRefused(Attack attack) {
    attack.refused(
        victim,
        state,
        new DeliveredEncapsulations(context, victim.run.round.id(4), genuine),
        AbortReason.CONTEXT_MISMATCH);
  }

  /// A peer that helps the coordinator signs what has another size.
  @Test
  void encapsulation_ofAnotherSize_isRefused(Attack attack) {
    for (int size : new int[] {0, 32, 1087, 1089}) {
      refused(attack, ofSize(size), AbortReason.ENCAPSULATION_INVALID);
    }
  }

  /// Those behind the victim initiate no mask with it, nor does it with itself.
  @Test
  void encapsulation_ofWhoInitiatesNone_isRefused(Attack attack) {
    for (ParticipantId sender : new ParticipantId[] {behind, victim.self}) {
      MaskEncapsulation signed =
          MaskEncapsulation.sign(
              context,
              sender,
              victim.self,
              genuine.get(second).encapsulation(),
              victim.run.round.identity(sender));
      refused(attack, Lies.with(genuine, sender, signed), AbortReason.UNKNOWN_PARTICIPANT);
    }
  }

  @Test
  void encapsulations_othersAfterTheFirst_areRefused(Attack attack) {
    for (var later :
        new ParticipantState[] {victim.when(Masking.class), victim.when(Contributed.class)}) {
      attack.refused(
          victim, later, delivering(Lies.without(genuine, second)), AbortReason.EQUIVOCATION);
    }
  }

  /// A participant that lies to the coordinator.
  @Test
  void encapsulations_ofALiar_areRejected(Attack attack) {
    SentEncapsulations own =
        (SentEncapsulations) victim.run.messages.get(Phase.ENCAPSULATE_KEYS).get(victim.peer);
    MaskEncapsulation one = own.byRecipient().get(victim.self);
    var sent = own.byRecipient();
    rejected(attack, Lies.without(sent, victim.self), RejectionReason.WRONG_RECIPIENTS);
    rejected(attack, Lies.with(sent, victim.peer, one), RejectionReason.WRONG_RECIPIENTS);
    rejected(attack, Lies.with(sent, victim.self, sent.get(behind)), RejectionReason.BAD_SIGNATURE);
    rejected(
        attack, Lies.with(sent, victim.self, ofSize(1000)), RejectionReason.INVALID_ENCAPSULATION);
  }

  private void rejected(
      Attack attack,
      SortedMap<ParticipantId, MaskEncapsulation> byRecipient,
      RejectionReason reason) {
    attack.rejected(victim.run, new SentEncapsulations(context, victim.peer, byRecipient), reason);
  }

  private void refused(Attack attack, MaskEncapsulation ofThePeer, AbortReason reason) {
    refused(attack, Lies.with(genuine, victim.peer, ofThePeer), reason);
  }

  private void refused(
      Attack attack, SortedMap<ParticipantId, MaskEncapsulation> bySender, AbortReason reason) {
    attack.refused(victim, state, delivering(bySender), reason);
  }

  private DeliveredEncapsulations delivering(SortedMap<ParticipantId, MaskEncapsulation> bySender) {
    return new DeliveredEncapsulations(context, victim.self, bySender);
  }

  /// What the peer signs for the victim.
  private MaskEncapsulation ofSize(int size) {
    return MaskEncapsulation.sign(
        context,
        victim.peer,
        victim.self,
        ByteString.copyOf(new byte[size]),
        victim.run.round.identity(victim.peer));
  }

  /// Whose secret the coordinator knows.
  private ByteString encapsulationToTheVictim() throws InvalidKeyException {
    return AgreementKeyPair.generate(KeyAgreement.X25519_MLKEM768, victim.random)
        .initiate(
            state.setup().keysOf(victim.self).maskKey(),
            KeySchedule.pairwiseMaskLabel(victim.run.round.record()))
        .encapsulation();
  }

  private static RecordedRound hybrid(long seed) {
    return RecordedRound.of(TestRound.closed(KeyAgreement.X25519_MLKEM768, seed, 3, 3));
  }
}
