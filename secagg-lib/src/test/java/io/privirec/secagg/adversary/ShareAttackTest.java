package io.privirec.secagg.adversary;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.Initiated;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.participant.ParticipantState.Advertised;
import io.privirec.secagg.participant.ParticipantState.Confirmed;
import io.privirec.secagg.participant.ParticipantState.Shared;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// A coordinator that changes, swaps or holds back shares on their way.
@ExtendWith(AttackLedger.class)
class ShareAttackTest {
  private static final ByteString NONE = ByteString.copyOf(new byte[0]);

  private final Victim victim = Victim.ofFive();
  private final Shared shared = victim.when(Shared.class);
  private final ShareEnvelope genuine = victim.shares().bySender().get(victim.peer);

  @Test
  void shares_oneBitChangedAnywhere_areRefused(Attack attack) {
    for (int at : new int[] {0, 11, 12, 43, 44, 75, 76, 91}) {
      byte[] flipped = genuine.ciphertext().bytes();
      flipped[at] ^= 1;
      refused(attack, Victim.withCiphertext(genuine, flipped), AbortReason.SHARE_INVALID);
    }
  }

  /// What the victim sent its peer comes back as what the peer sent the victim.
  @Test
  void shares_directionSwapped_areRefused(Attack attack) {
    refused(attack, shared.shares().byRecipient().get(victim.peer), AbortReason.SHARE_INVALID);
  }

  @Test
  void shares_sendersSwapped_areRefused(Attack attack) {
    ParticipantId third = victim.run.round.id(3);
    var dealt = victim.shares().bySender();
    var swapped = Lies.with(Lies.with(dealt, victim.peer, dealt.get(third)), third, genuine);
    attack.refused(victim, shared, victim.delivering(swapped), AbortReason.SHARE_INVALID);
  }

  @Test
  void shares_forAnotherRecipient_areRefused(Attack attack) {
    ParticipantId third = victim.run.round.id(3);
    Shared peers = victim.stateOf(victim.peer, Shared.class);
    refused(attack, peers.shares().byRecipient().get(third), AbortReason.SHARE_INVALID);
    attack.refused(
        victim,
        shared,
        new DeliveredShares(victim.shares().context(), victim.peer, victim.shares().bySender()),
        AbortReason.CONTEXT_MISMATCH);
  }

  /// The very keys of the round, but other associated data: another context, other indices, an
  /// encapsulation that is not beside it.
  @Test
  void shares_sealedUnderOtherAssociatedData_areRefused(Attack attack)
      throws GeneralSecurityException {
    Digest context = victim.shares().context();
    int from = victim.run.round.record().indexOf(victim.peer);
    int to = victim.run.round.record().indexOf(victim.self);
    for (byte[] associated :
        new byte[][] {
          {},
          KeySchedule.shareAssociatedData(Digest.of(new byte[] {1}), from, to, NONE),
          KeySchedule.shareAssociatedData(context, to, from, NONE),
          KeySchedule.shareAssociatedData(context, from, to, ByteString.copyOf(new byte[1]))
        }) {
      refused(attack, sealed(context, from, to, associated), AbortReason.SHARE_INVALID);
    }
  }

  @Test
  void shares_sealedUnderTheKeyOfTheWayBack_areRefused(Attack attack)
      throws GeneralSecurityException {
    Digest context = victim.shares().context();
    int from = victim.run.round.record().indexOf(victim.peer);
    int to = victim.run.round.record().indexOf(victim.self);
    byte[] associated = KeySchedule.shareAssociatedData(context, from, to, NONE);
    refused(attack, sealed(context, to, from, associated), AbortReason.SHARE_INVALID);
  }

  @Test
  void shares_ofAnotherRoundReplayed_areRefused(Attack attack) {
    RecordedRound other = RecordedRound.ofFive(2);
    Victim there = new Victim(other, 1, 2);
    attack.refused(victim, shared, there.shares(), AbortReason.CONTEXT_MISMATCH);
    refused(attack, there.shares().bySender().get(there.peer), AbortReason.SHARE_INVALID);
  }

  @Test
  void shares_fromTheVictimItselfOrAStranger_areRefused(Attack attack) {
    for (ParticipantId sender : new ParticipantId[] {victim.self, new ParticipantId("zoe")}) {
      attack.refused(
          victim, shared, victim.delivering(sender, genuine), AbortReason.UNKNOWN_PARTICIPANT);
    }
  }

  @Test
  void shares_ofTooFew_areRefused(Attack attack) {
    for (int senders = 0; senders < 3; senders++) {
      var few = Lies.first(senders, victim.shares().bySender());
      attack.refused(victim, shared, victim.delivering(few), AbortReason.TOO_FEW_SURVIVORS);
    }
  }

  /// Told later that somebody did not share after all, the victim would mask with fewer.
  @Test
  void shares_otherDeliveryToTheSameParticipant_areRefused(Attack attack) {
    attack.refused(
        victim, Confirmed.class, victim.deliveringWithout(victim.leaver), AbortReason.EQUIVOCATION);
  }

  @Test
  void shares_beforeTheKeys_areRefused(Attack attack) {
    attack.refused(
        victim, Advertised.class, victim.told(DeliveredShares.class), AbortReason.OUT_OF_ORDER);
  }

  /// Another encapsulation would make victim and peer mask with two secrets, and the coordinator
  /// could learn about the difference of the two inputs.
  @Test
  void shares_maskEncapsulationChangedInAHybridRound_areRefused(Attack attack) {
    Victim hybrid = Victim.ofFiveHybrid();
    ParticipantId initiator = hybrid.run.round.id(0);
    ShareEnvelope envelope = hybrid.shares().bySender().get(initiator);
    byte[] changed = envelope.maskEncapsulation().bytes();
    changed[7] ^= 1;
    refused(attack, hybrid, initiator, ByteString.copyOf(changed), envelope);
    ShareEnvelope toAnother =
        hybrid.stateOf(initiator, Shared.class).shares().byRecipient().get(hybrid.run.round.id(3));
    refused(attack, hybrid, initiator, toAnother.maskEncapsulation(), envelope);
  }

  @Test
  void shares_maskEncapsulationMissingOrNotDue_areRefused(Attack attack) {
    Victim hybrid = Victim.ofFiveHybrid();
    ParticipantId initiator = hybrid.run.round.id(0);
    ParticipantId acceptor = hybrid.run.round.id(3);
    ShareEnvelope due = hybrid.shares().bySender().get(initiator);
    refused(attack, hybrid, initiator, NONE, due);
    refused(
        attack,
        hybrid,
        acceptor,
        due.maskEncapsulation(),
        hybrid.shares().bySender().get(acceptor));
    ByteString shorter = ByteString.copyOf(Arrays.copyOf(due.maskEncapsulation().bytes(), 1087));
    refused(attack, hybrid, initiator, shorter, due);
  }

  @Test
  void shares_channelEncapsulationChangedInAHybridRound_areRefused(Attack attack) {
    Victim hybrid = Victim.ofFiveHybrid();
    ShareEnvelope envelope = hybrid.shares().bySender().get(hybrid.peer);
    byte[] flipped = envelope.channelEncapsulation().bytes();
    flipped[0] ^= 1;
    for (byte[] changed : new byte[][] {flipped, {}, Arrays.copyOf(flipped, flipped.length + 1)}) {
      attack.refused(
          hybrid,
          Shared.class,
          hybrid.delivering(
              hybrid.peer,
              new ShareEnvelope(
                  envelope.maskEncapsulation(),
                  ByteString.copyOf(changed),
                  envelope.ciphertext(),
                  envelope.signature())),
          AbortReason.SHARE_INVALID);
    }
  }

  private static void refused(
      Attack attack,
      Victim hybrid,
      ParticipantId sender,
      ByteString maskEncapsulation,
      ShareEnvelope genuine) {
    attack.refused(
        hybrid,
        Shared.class,
        hybrid.delivering(
            sender,
            new ShareEnvelope(
                maskEncapsulation,
                genuine.channelEncapsulation(),
                genuine.ciphertext(),
                genuine.signature())),
        AbortReason.SHARE_INVALID);
  }

  private void refused(Attack attack, ShareEnvelope envelope, AbortReason reason) {
    attack.refused(victim, shared, victim.delivering(victim.peer, envelope), reason);
  }

  /// What a peer that helps the coordinator can seal with its own keys; it does not sign it.
  private ShareEnvelope sealed(Digest context, int from, int to, byte[] associated)
      throws GeneralSecurityException {
    Shared helper = victim.stateOf(victim.peer, Shared.class);
    Initiated channel =
        helper
            .channelKeys()
            .initiate(
                helper.setup().keysOf(victim.self).channelKey().orElseThrow(),
                KeySchedule.shareChannelLabel());
    byte[] ciphertext =
        AesGcm.seal(
            KeySchedule.shareChannel(channel.secret(), context, from, to),
            associated,
            SecretBytes.random(64, victim.random),
            victim.random);
    return new ShareEnvelope(
        NONE, channel.encapsulation(), ByteString.copyOf(ciphertext), genuine.signature());
  }
}
