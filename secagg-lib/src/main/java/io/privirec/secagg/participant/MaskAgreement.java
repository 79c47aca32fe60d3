package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.MaskEncapsulation;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SentEncapsulations;
import java.security.InvalidKeyException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Agrees on the masks of a closed round, once everybody's keys are here. With X25519 the public
/// keys suffice; in a hybrid agreement the participant with the smaller index sends an
/// encapsulation.
final class MaskAgreement {
  private static final ByteString NONE = ByteString.copyOf(new byte[0]);

  private MaskAgreement() {}

  /// What follows when it is known who masks with whom.
  static Seated begin(
      Seat seat, IdentityKeyPair identity, AgreementKeyPair maskKeys, RoundSetup setup)
      throws ProtocolViolation {
    SortedMap<ParticipantId, ByteString> nothingToAwait = new TreeMap<>();
    SortedMap<ParticipantId, MaskEncapsulation> toSend = new TreeMap<>();
    boolean hybrid = setup.record().keyAgreement().encapsulationBytes() > 0;
    for (ParticipantId peer : setup.peersOf(seat.self())) {
      nothingToAwait.put(peer, NONE);
      if (hybrid && seat.self().compareTo(peer) < 0) {
        toSend.put(peer, encapsulate(seat.self(), identity, maskKeys, setup, peer));
      }
    }
    return hybrid
        ? new ParticipantState.Encapsulated(
            seat,
            identity,
            maskKeys,
            setup,
            new SentEncapsulations(setup.context(), seat.self(), toSend))
        : new ParticipantState.Masking(
            seat, identity, maskKeys, setup, nothingToAwait, Optional.empty());
  }

  private static MaskEncapsulation encapsulate(
      ParticipantId self,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      RoundSetup setup,
      ParticipantId peer)
      throws ProtocolViolation {
    try {
      ByteString encapsulation =
          maskKeys
              .initiate(setup.keysOf(peer).maskKey(), KeySchedule.pairwiseMaskLabel(setup.record()))
              .encapsulation();
      return MaskEncapsulation.sign(setup.context(), self, peer, encapsulation, identity);
    } catch (InvalidKeyException e) {
      throw new ProtocolViolation(AbortReason.INVALID_KEY, peer + ": " + e.getMessage());
    }
  }

  /// Takes what the neighbours before this participant sent it.
  static ParticipantState.Masking receive(
      ParticipantState.Encapsulated state, Seat seat, DeliveredEncapsulations delivered)
      throws ProtocolViolation {
    RoundSetup setup = state.setup();
    ParticipantId self = seat.self();
    require(
        delivered.context().equals(setup.context()) && delivered.recipient().equals(self),
        AbortReason.CONTEXT_MISMATCH,
        "delivered encapsulations belong to another round or another participant");
    KeyAgreement agreement = state.record().keyAgreement();
    Set<ParticipantId> unexpected = new HashSet<>(delivered.bySender().keySet());
    SortedMap<ParticipantId, ByteString> maskEncapsulations = new TreeMap<>();
    for (ParticipantId peer : setup.peersOf(self)) {
      if (self.compareTo(peer) < 0) {
        maskEncapsulations.put(peer, NONE);
        continue;
      }
      unexpected.remove(peer);
      MaskEncapsulation sent = delivered.bySender().get(peer);
      if (sent == null) {
        throw new ProtocolViolation(
            AbortReason.PARTICIPANT_MISSING, peer + " sent no encapsulation");
      }
      require(
          sent.encapsulation().sizeBytes() == agreement.encapsulationBytes()
              && sent.isSignedBy(
                  state.record().member(peer).identityKey(), setup.context(), peer, self),
          AbortReason.ENCAPSULATION_INVALID,
          "encapsulation of " + peer + " is not signed by it, or has the wrong size");
      maskEncapsulations.put(peer, sent.encapsulation());
    }
    require(
        unexpected.isEmpty(),
        AbortReason.UNKNOWN_PARTICIPANT,
        "encapsulations came from participants that initiate no mask with this one");
    return new ParticipantState.Masking(
        seat, state.identity(), state.maskKeys(), setup, maskEncapsulations, Optional.empty());
  }
}
