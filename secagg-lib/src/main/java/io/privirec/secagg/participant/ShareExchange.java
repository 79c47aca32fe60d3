package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.Initiated;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.agreement.SharedSecretProof;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.Thresholds;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.ShareComplaint;
import io.privirec.secagg.message.ShareEnvelope;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Deals the shares of this participant's two secrets, and takes in those of the others.
final class ShareExchange {
  private static final int SEED_BYTES = 32;
  private static final ByteString NONE = ByteString.copyOf(new byte[0]);

  private ShareExchange() {}

  static ParticipantState.Shared deal(
      Seat seat,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AgreementKeyPair channelKeys,
      RoundSetup setup,
      SecureRandom random)
      throws ProtocolViolation {
    RoundRecord record = seat.record();
    ParticipantId self = seat.self();
    Shamir sharing = record.thresholds().sharing();
    SecretBytes seed = sharing.randomSecret(SEED_BYTES, random);
    List<Share> seedShares = sharing.split(seed, random);
    List<Share> keyShares = sharing.split(maskKeys.seed(), random);
    SortedMap<ParticipantId, ShareEnvelope> byRecipient = new TreeMap<>();
    for (ParticipantId peer : setup.peersOf(self)) {
      int index = setup.shareIndex(self, peer) - 1;
      HeldShares pair = new HeldShares(keyShares.get(index).value(), seedShares.get(index).value());
      byRecipient.put(peer, seal(setup, self, identity, maskKeys, channelKeys, peer, pair, random));
    }
    return new ParticipantState.Shared(
        seat,
        identity,
        maskKeys,
        channelKeys,
        setup,
        seed,
        setup.ownersHold()
            ? Optional.of(seedShares.get(setup.shareIndex(self, self) - 1).value())
            : Optional.empty(),
        new EncryptedShares(setup.context(), self, byRecipient));
  }

  static ParticipantState.Masking receive(
      ParticipantState.Shared state, Seat seat, DeliveredShares delivered)
      throws ProtocolViolation {
    RoundSetup setup = state.setup();
    require(
        delivered.context().equals(setup.context())
            && delivered.recipient().equals(state.seat().self()),
        AbortReason.CONTEXT_MISMATCH,
        "delivered shares belong to another round or another participant");
    int holders = delivered.bySender().size() + (setup.ownersHold() ? 1 : 0);
    Thresholds counts = state.record().thresholds();
    int minimum = counts.isComplete() ? counts.minSurvivors() : counts.threshold();
    require(
        holders >= minimum,
        AbortReason.TOO_FEW_SURVIVORS,
        "%s participants exchanged shares, %s are needed".formatted(holders, minimum));
    SortedMap<ParticipantId, HeldShares> held = new TreeMap<>();
    SortedMap<ParticipantId, ByteString> maskEncapsulations = new TreeMap<>();
    SortedMap<ParticipantId, SharedSecretProof> evidence = new TreeMap<>();
    for (Map.Entry<ParticipantId, ShareEnvelope> entry : delivered.bySender().entrySet()) {
      ParticipantId sender = entry.getKey();
      ShareEnvelope envelope = entry.getValue();
      requirePeer(state, sender, envelope);
      try {
        held.put(sender, open(state, sender, envelope));
      } catch (GeneralSecurityException e) {
        evidence.put(sender, evidence(state, sender, envelope));
      }
      maskEncapsulations.put(sender, envelope.maskEncapsulation());
    }
    Optional<ShareComplaint> complaint =
        evidence.isEmpty()
            ? Optional.empty()
            : Optional.of(new ShareComplaint(setup.context(), state.seat().self(), evidence));
    return new ParticipantState.Masking(
        seat,
        state.identity(),
        state.maskKeys(),
        setup,
        maskEncapsulations,
        Optional.of(new MaskRecovery(state.selfMaskSeed(), state.ownShare(), held, complaint)));
  }

  private static ShareEnvelope seal(
      RoundSetup setup,
      ParticipantId self,
      IdentityKeyPair identity,
      AgreementKeyPair maskKeys,
      AgreementKeyPair channelKeys,
      ParticipantId peer,
      HeldShares pair,
      SecureRandom random)
      throws ProtocolViolation {
    Digest context = setup.context();
    int from = setup.record().indexOf(self);
    int to = setup.record().indexOf(peer);
    KeyAdvertisement theirs = setup.keysOf(peer);
    Initiated channel;
    ByteString maskEncapsulation;
    try {
      channel =
          channelKeys.initiate(theirs.channelKey().orElseThrow(), KeySchedule.shareChannelLabel());
      maskEncapsulation =
          from < to
              ? maskKeys
                  .initiate(theirs.maskKey(), KeySchedule.pairwiseMaskLabel(setup.record()))
                  .encapsulation()
              : NONE;
    } catch (InvalidKeyException e) {
      throw new ProtocolViolation(AbortReason.INVALID_KEY, peer + ": " + e.getMessage());
    }
    byte[] sealed =
        AesGcm.seal(
            KeySchedule.shareChannel(channel.secret(), context, from, to),
            KeySchedule.shareAssociatedData(context, from, to, maskEncapsulation),
            pair.joined(),
            random);
    return ShareEnvelope.sign(
        context,
        self,
        peer,
        maskEncapsulation,
        channel.encapsulation(),
        ByteString.copyOf(sealed),
        identity);
  }

  private static void requirePeer(
      ParticipantState.Shared state, ParticipantId sender, ShareEnvelope envelope)
      throws ProtocolViolation {
    ParticipantId self = state.seat().self();
    require(
        state.setup().arePeers(self, sender),
        AbortReason.UNKNOWN_PARTICIPANT,
        "shares from " + sender + ", who is no neighbour in this round");
    int expected =
        sender.compareTo(self) < 0 ? state.record().keyAgreement().encapsulationBytes() : 0;
    require(
        envelope.maskEncapsulation().sizeBytes() == expected,
        AbortReason.SHARE_INVALID,
        "mask encapsulation of %s must be %s bytes".formatted(sender, expected));
  }

  private static HeldShares open(
      ParticipantState.Shared state, ParticipantId sender, ShareEnvelope envelope)
      throws GeneralSecurityException {
    RoundSetup setup = state.setup();
    int from = state.record().indexOf(sender);
    int to = state.record().indexOf(state.seat().self());
    SecretBytes agreed =
        state
            .channelKeys()
            .accept(
                setup.keysOf(sender).channelKey().orElseThrow(), envelope.channelEncapsulation());
    return HeldShares.split(
        AesGcm.open(
            KeySchedule.shareChannel(agreed, setup.context(), from, to),
            KeySchedule.shareAssociatedData(
                setup.context(), from, to, envelope.maskEncapsulation()),
            envelope.ciphertext().bytes()));
  }

  /// What shows the coordinator that a sender's envelope does not decrypt. Given only if the sender
  /// itself signed the envelope: then it is corrupt, and knows the secret that is disclosed.
  /// Otherwise the coordinator may have damaged it, to learn the secrets of an honest pair.
  ///
  /// A hybrid agreement has no such evidence: that a secret is the one of an ML-KEM ciphertext
  /// cannot be shown without the private key.
  private static SharedSecretProof evidence(
      ParticipantState.Shared state, ParticipantId sender, ShareEnvelope envelope)
      throws ProtocolViolation {
    RoundSetup setup = state.setup();
    ParticipantId self = state.seat().self();
    require(
        state.record().keyAgreement() == KeyAgreement.X25519,
        AbortReason.SHARE_INVALID,
        "shares from " + sender + " do not decrypt");
    require(
        envelope.isSignedBy(
            state.record().member(sender).identityKey(), setup.context(), sender, self),
        AbortReason.SHARE_INVALID,
        "shares from " + sender + " do not decrypt, and it did not sign them");
    return SharedSecretProof.of(
        state.channelKeys(),
        setup.keysOf(sender).channelKey().orElseThrow(),
        ShareComplaint.label(setup.context(), self, sender));
  }
}
