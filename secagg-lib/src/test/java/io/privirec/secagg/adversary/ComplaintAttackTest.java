package io.privirec.secagg.adversary;

import static io.privirec.secagg.SimulatedRound.accept;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.Hex;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.SharedSecretProof;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.Lies;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.coordinator.CoordinatorEvent.Received;
import io.privirec.secagg.coordinator.CoordinatorProtocol;
import io.privirec.secagg.coordinator.CoordinatorState;
import io.privirec.secagg.coordinator.FaultReason;
import io.privirec.secagg.coordinator.Outcome;
import io.privirec.secagg.coordinator.RejectionReason;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.ShareComplaint;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.participant.ParticipantState;
import io.privirec.secagg.participant.ParticipantState.Masking;
import io.privirec.secagg.participant.ParticipantState.Shared;
import io.privirec.secagg.participant.ParticipantStateCodec;
import io.privirec.secagg.participant.ParticipantStep;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// Envelopes that do not decrypt: who can make a victim disclose something, and what; and
/// complaints about envelopes that do.
@ExtendWith(AttackLedger.class)
class ComplaintAttackTest {
  private final Victim victim = Victim.ofFive();
  private final Shared shared = victim.when(Shared.class);
  private final ShareEnvelope genuine = victim.shares().bySender().get(victim.peer);

  /// What is disclosed is the peer's as well: of no other pair, and no key.
  @Test
  void complaint_aboutASignedEnvelope_disclosesThisPairsSecretOnly()
      throws GeneralSecurityException {
    ParticipantStep step = victim.tell(shared, victim.delivering(victim.peer, damaged(victim)));
    assertThat(step.state()).isInstanceOf(Masking.class);
    ShareComplaint complaint = (ShareComplaint) step.toSend().orElseThrow();
    assertThat(complaint.evidence().keySet()).containsExactly(victim.peer);
    String sent = Hex.of(complaint.encode());
    assertThat(victim.secrets()).noneMatch(sent::contains);
    for (ParticipantId other : shared.setup().peersOf(victim.self)) {
      String agreed = Hex.of(shared.channelKeys().agree(channelKey(other)).expose());
      // The top bit of what is sent says which of two points it is.
      assertThat(sent.contains(agreed.substring(0, 62))).isEqualTo(other.equals(victim.peer));
    }
    assertThat(step.state().toString()).doesNotContain(victim.secrets());
  }

  @Test
  void complaint_sameDeliveryAfterARestart_isTheSame() throws GeneralSecurityException {
    ParticipantStep step = victim.tell(shared, victim.delivering(victim.peer, damaged(victim)));
    ParticipantState resumed =
        ParticipantStateCodec.decode(ParticipantStateCodec.encode(step.state()));
    assertThat(resumed).isEqualTo(step.state());
    assertThat(resumed.pending()).isEqualTo(step.toSend());
    assertThat(victim.tell(resumed, victim.delivering(victim.peer, damaged(victim))).toSend())
        .isEqualTo(step.toSend());
  }

  /// The coordinator has the signature of another envelope only, of another recipient or another
  /// round.
  @Test
  void envelope_damagedOnTheWay_disclosesNothing(Attack attack) {
    byte[] ciphertext = genuine.ciphertext().bytes();
    ciphertext[3] ^= 1;
    ShareEnvelope toAnother =
        victim
            .stateOf(victim.peer, Shared.class)
            .shares()
            .byRecipient()
            .get(victim.run.round.id(3));
    for (ShareEnvelope changed :
        new ShareEnvelope[] {
          Victim.withCiphertext(genuine, ciphertext),
          toAnother,
          signedFor(victim, victim.run.round.id(3), victim.shares().context()),
          signedFor(victim, victim.self, Digest.of(new byte[] {1})),
        }) {
      attack.refused(
          victim, shared, victim.delivering(victim.peer, changed), AbortReason.SHARE_INVALID);
    }
  }

  /// Nothing can be shown about the secret of a hybrid agreement: the round is given up.
  @Test
  void envelope_signedAndDamagedInAHybridRound_disclosesNothing(Attack attack) {
    Victim hybrid = Victim.ofFiveHybrid();
    attack.refused(
        hybrid,
        Shared.class,
        hybrid.delivering(hybrid.peer, damaged(hybrid)),
        AbortReason.SHARE_INVALID);
  }

  @Test
  void complaint_aboutAGoodEnvelope_isRejectedNamingTheComplainer(Attack attack) {
    CoordinatorState open = victim.run.opening.get(Phase.MASKED_INPUT);
    Outcome outcome =
        CoordinatorProtocol.step(
            open, new Received(victim.self, complaint(victim.peer, proof(victim.peer))));
    attack.rejected(outcome, RejectionReason.FALSE_COMPLAINT);
    assertThat(((Outcome.Rejected) outcome).detail())
        .startsWith(victim.self.value())
        .contains(victim.peer.value());
  }

  @Test
  void complaint_withoutTheSecretOrAboutNobody_isRejected(Attack attack) {
    CoordinatorState open = withDamagedEnvelope();
    ParticipantId third = victim.run.round.id(3);
    byte[] forged = proof(victim.peer).bytes().bytes();
    forged[40] ^= 1;
    for (ShareComplaint wrong :
        new ShareComplaint[] {
          complaint(victim.peer, new SharedSecretProof(ByteString.copyOf(forged))),
          complaint(victim.peer, proof(third)),
          complaint(victim.self, proof(victim.peer)),
          complaint(new ParticipantId("zoe"), proof(victim.peer))
        }) {
      attack.rejected(open, wrong, RejectionReason.FALSE_COMPLAINT);
    }
  }

  @Test
  void complaint_takenFromAnother_isRejected(Attack attack) {
    ShareComplaint complaint = complaint(victim.peer, proof(victim.peer));
    ParticipantId thief = victim.run.round.id(3);
    CoordinatorState open = withDamagedEnvelope();
    attack.rejected(open, thief, complaint, RejectionReason.SENDER_MISMATCH);
    attack.rejected(
        open,
        new ShareComplaint(complaint.context(), thief, complaint.evidence()),
        RejectionReason.FALSE_COMPLAINT);
  }

  @Test
  void complaint_thatHolds_namesTheAccusedOnceAndForAll(Attack attack) {
    CoordinatorState open = withDamagedEnvelope();
    ShareComplaint complaint = complaint(victim.peer, proof(victim.peer));
    CoordinatorState next = accept(open, Stream.of(complaint));
    assertThat(next.faults()).isEqualTo(Map.of(victim.peer, FaultReason.BAD_ENVELOPE));
    assertThat(next.awaiting()).as("the phase goes on").isEqualTo(open.awaiting());
    assertThat(CoordinatorProtocol.step(next, new Received(victim.self, complaint)))
        .isInstanceOf(Outcome.Repeated.class);
    attack.rejected(
        next,
        complaint(victim.run.round.id(3), proof(victim.run.round.id(3))),
        RejectionReason.REPEATED_WITH_OTHER_CONTENT);
  }

  @Test
  void complaint_inAnotherPhase_isRejected(Attack attack) {
    ShareComplaint complaint = complaint(victim.peer, proof(victim.peer));
    for (Phase phase : new Phase[] {Phase.SHARE_KEYS, Phase.CONSISTENCY_CHECK, Phase.UNMASK}) {
      attack.rejected(victim.run.opening.get(phase), complaint, RejectionReason.WRONG_PHASE);
    }
  }

  private CoordinatorState withDamagedEnvelope() {
    CoordinatorState state =
        victim.run.after(
            Phase.SHARE_KEYS,
            sent ->
                sent.sender().equals(victim.peer)
                    ? Lies.with((EncryptedShares) sent, victim.self, damaged(victim))
                    : sent);
    assertThat(state.phase()).isEqualTo(Optional.of(Phase.MASKED_INPUT));
    return state;
  }

  private ShareComplaint complaint(ParticipantId accused, SharedSecretProof proof) {
    TreeMap<ParticipantId, SharedSecretProof> evidence = new TreeMap<>();
    evidence.put(accused, proof);
    return new ShareComplaint(victim.shares().context(), victim.self, evidence);
  }

  /// A valid proof of the secret shared with somebody.
  private SharedSecretProof proof(ParticipantId accused) {
    return SharedSecretProof.of(
        shared.channelKeys(),
        channelKey(accused),
        ShareComplaint.label(victim.shares().context(), victim.self, accused));
  }

  private AgreementPublicKey channelKey(ParticipantId participant) {
    return shared.setup().keysOf(participant).channelKey().orElseThrow();
  }

  /// An envelope that the peer signed and that does not decrypt.
  private static ShareEnvelope damaged(Victim victim) {
    return signedFor(victim, victim.self, victim.shares().context());
  }

  private static ShareEnvelope signedFor(Victim victim, ParticipantId recipient, Digest context) {
    ShareEnvelope envelope = victim.shares().bySender().get(victim.peer);
    byte[] ciphertext = envelope.ciphertext().bytes();
    ciphertext[50] ^= 1;
    return ShareEnvelope.sign(
        context,
        victim.peer,
        recipient,
        envelope.maskEncapsulation(),
        envelope.channelEncapsulation(),
        ByteString.copyOf(ciphertext),
        victim.run.round.identity(victim.peer));
  }
}
