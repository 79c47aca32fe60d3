package io.privirec.secagg.coordinator;

import static io.privirec.secagg.coordinator.Rejection.require;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.agreement.SharedSecretProof;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import io.privirec.secagg.message.SentEncapsulations;
import io.privirec.secagg.message.ShareComplaint;
import io.privirec.secagg.message.ShareEnvelope;
import io.privirec.secagg.message.SurvivorSignature;
import io.privirec.secagg.message.UnmaskAnswer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// What must hold of a message from somebody whose turn it is.
final class MessageChecks {
  private MessageChecks() {}

  static void check(Transcript transcript, ParticipantMessage message) throws Rejection {
    Digest context =
        switch (message.phase()) {
          case ADVERTISE_KEYS -> transcript.record().context();
          case REVEAL_SEED -> transcript.keys().orElseThrow().boundContext();
          case ENCAPSULATE_KEYS, SHARE_KEYS, MASKED_INPUT, CONSISTENCY_CHECK, UNMASK ->
              transcript.context();
        };
    require(
        message.context().equals(context),
        RejectionReason.CONTEXT_MISMATCH,
        "message is bound to another round or to other keys");
    PublicIdentityKey identityKey = transcript.record().member(message.sender()).identityKey();
    switch (message) {
      case KeyAdvertisement advertisement -> checkKeys(transcript, advertisement, identityKey);
      case SeedReveal reveal -> checkSeed(transcript, reveal);
      case SentEncapsulations sent -> checkEncapsulations(transcript, sent, identityKey);
      case EncryptedShares shares -> checkRecipients(transcript, shares, identityKey);
      case ShareComplaint complaint -> checkComplaint(transcript, complaint);
      case MaskedInputCommitment commitment ->
          require(
              commitment.isSignedBy(transcript.record().kind(), identityKey),
              RejectionReason.BAD_SIGNATURE,
              "commitment is not signed by its sender's identity key");
      case SurvivorSignature signature -> checkSurvivors(transcript, signature, identityKey);
      case UnmaskAnswer answer -> checkReveals(transcript, answer);
    }
  }

  private static void checkKeys(
      Transcript transcript, KeyAdvertisement advertisement, PublicIdentityKey identityKey)
      throws Rejection {
    require(
        advertisement.channelKey().isEmpty() == transcript.record().isClosed(),
        RejectionReason.INVALID_KEY,
        "advertisement must have a key for shares exactly in a tolerant round");
    require(
        advertisement.isSignedBy(identityKey),
        RejectionReason.BAD_SIGNATURE,
        "advertisement is not signed by its sender's identity key");
    require(
        advertisement.seedCommitment().isEmpty() == transcript.record().isComplete(),
        RejectionReason.SEED_COMMITMENT_INVALID,
        "advertisement must commit to a seed exactly on a random graph");
    KeyAgreement agreement = transcript.record().keyAgreement();
    require(
        advertisement.keys().stream().allMatch(key -> key.agreement() == agreement),
        RejectionReason.INVALID_KEY,
        "keys are not of the round's agreement");
    try {
      for (AgreementPublicKey key : advertisement.keys()) {
        key.requireUsable();
      }
    } catch (InvalidKeyException e) {
      throw new Rejection(
          RejectionReason.INVALID_KEY, "a key is not in canonical form or has small order");
    }
    Set<AgreementPublicKey> taken = new HashSet<>();
    for (KeyAdvertisement other : transcript.advertisements().values()) {
      taken.addAll(other.keys());
    }
    boolean fresh = true;
    for (AgreementPublicKey key : advertisement.keys()) {
      fresh &= taken.add(key);
    }
    require(fresh, RejectionReason.DUPLICATE_KEY, "an advertised key is taken");
  }

  private static void checkSeed(Transcript transcript, SeedReveal reveal) throws Rejection {
    Digest commitment =
        SeedReveal.commitment(transcript.record().context(), reveal.sender(), reveal.seed());
    require(
        transcript
            .keys()
            .flatMap(keys -> keys.of(reveal.sender()))
            .flatMap(KeyAdvertisement::seedCommitment)
            .filter(commitment::equals)
            .isPresent(),
        RejectionReason.SEED_MISMATCH,
        "seed is not the one committed to");
  }

  private static void checkEncapsulations(
      Transcript transcript, SentEncapsulations sent, PublicIdentityKey identityKey)
      throws Rejection {
    ParticipantId sender = sent.sender();
    List<ParticipantId> acceptors =
        transcript.requireSetup().peersOf(sender).stream()
            .filter(peer -> sender.compareTo(peer) < 0)
            .toList();
    require(
        List.copyOf(sent.byRecipient().keySet()).equals(acceptors),
        RejectionReason.WRONG_RECIPIENTS,
        "encapsulations must be for exactly the %s neighbours after the sender"
            .formatted(acceptors.size()));
    int size = transcript.record().keyAgreement().encapsulationBytes();
    for (var entry : sent.byRecipient().entrySet()) {
      require(
          entry.getValue().encapsulation().sizeBytes() == size,
          RejectionReason.INVALID_ENCAPSULATION,
          "an encapsulation has not the size of the round's key agreement");
      require(
          entry.getValue().isSignedBy(identityKey, sent.context(), sender, entry.getKey()),
          RejectionReason.BAD_SIGNATURE,
          "an encapsulation is not signed by the sender's identity key");
    }
  }

  private static void checkRecipients(
      Transcript transcript, EncryptedShares shares, PublicIdentityKey identityKey)
      throws Rejection {
    List<ParticipantId> peers = transcript.requireSetup().peersOf(shares.sender());
    require(
        List.copyOf(shares.byRecipient().keySet()).equals(peers),
        RejectionReason.WRONG_RECIPIENTS,
        "shares must be for exactly the %s neighbours that advertised keys"
            .formatted(peers.size()));
    KeyAgreement agreement = transcript.record().keyAgreement();
    for (var entry : shares.byRecipient().entrySet()) {
      int maskBytes =
          shares.sender().compareTo(entry.getKey()) < 0 ? agreement.encapsulationBytes() : 0;
      require(
          entry.getValue().maskEncapsulation().sizeBytes() == maskBytes
              && entry.getValue().channelEncapsulation().sizeBytes()
                  == agreement.encapsulationBytes(),
          RejectionReason.INVALID_ENCAPSULATION,
          "an encapsulation has not the size of the round's key agreement");
      require(
          entry
              .getValue()
              .isSignedBy(identityKey, shares.context(), shares.sender(), entry.getKey()),
          RejectionReason.BAD_SIGNATURE,
          "an envelope is not signed by the sender's identity key");
    }
  }

  /// Every accused must have sent the complainer an envelope that the disclosed secret does not
  /// open. The accused signed it: that was checked when it came in.
  private static void checkComplaint(Transcript transcript, ShareComplaint complaint)
      throws Rejection {
    ParticipantId sender = complaint.sender();
    for (var entry : complaint.evidence().entrySet()) {
      ParticipantId accused = entry.getKey();
      require(
          transcript.record().keyAgreement() == KeyAgreement.X25519
              && transcript.requireSetup().arePeers(sender, accused)
              && transcript.in(Phase.SHARE_KEYS).containsKey(accused),
          RejectionReason.FALSE_COMPLAINT,
          "%s complains about %s, of whom it got nothing to complain about"
              .formatted(sender, accused));
      require(
          !opens(transcript, sender, accused, secret(transcript, complaint, accused)),
          RejectionReason.FALSE_COMPLAINT,
          "%s complains about an envelope of %s that decrypts".formatted(sender, accused));
    }
  }

  private static SecretBytes secret(
      Transcript transcript, ShareComplaint complaint, ParticipantId accused) throws Rejection {
    RoundSetup setup = transcript.requireSetup();
    SharedSecretProof proof = complaint.evidence().get(accused);
    try {
      return Objects.requireNonNull(proof)
          .verify(
              setup.keysOf(complaint.sender()).channelKey().orElseThrow(),
              setup.keysOf(accused).channelKey().orElseThrow(),
              ShareComplaint.label(complaint.context(), complaint.sender(), accused));
    } catch (GeneralSecurityException e) {
      throw new Rejection(
          RejectionReason.FALSE_COMPLAINT,
          "%s proves no secret that it shares with %s".formatted(complaint.sender(), accused));
    }
  }

  private static boolean opens(
      Transcript transcript, ParticipantId recipient, ParticipantId sender, SecretBytes agreed) {
    Digest context = transcript.context();
    int from = transcript.record().indexOf(sender);
    int to = transcript.record().indexOf(recipient);
    ShareEnvelope envelope = transcript.envelope(sender, recipient);
    try {
      AesGcm.open(
          KeySchedule.shareChannel(agreed, context, from, to),
          KeySchedule.shareAssociatedData(context, from, to, envelope.maskEncapsulation()),
          envelope.ciphertext().bytes());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static void checkSurvivors(
      Transcript transcript, SurvivorSignature signature, PublicIdentityKey identityKey)
      throws Rejection {
    require(
        signature.survivors().equals(transcript.survivorList().digest()),
        RejectionReason.WRONG_SURVIVORS,
        "signature is of another survivor set");
    require(
        signature.isSignedBy(identityKey),
        RejectionReason.BAD_SIGNATURE,
        "survivor set is not signed by the sender's identity key");
  }

  private static void checkReveals(Transcript transcript, UnmaskAnswer answer) throws Rejection {
    List<ParticipantId> owners = ownersHeldBy(transcript, answer.sender());
    boolean asAsked = answer.reveals().stream().map(Reveal::owner).toList().equals(owners);
    for (Reveal reveal : answer.reveals()) {
      boolean survived = transcript.in(Phase.MASKED_INPUT).containsKey(reveal.owner());
      asAsked &=
          switch (reveal) {
            case Reveal.SelfMaskShare _ -> survived;
            case Reveal.MaskKeyShare _ -> !survived;
          };
    }
    require(
        asAsked,
        RejectionReason.WRONG_REVEALS,
        "answer must reveal a self-mask share of each survivor and a mask-key share of each dropout");
  }

  /// Those who exchanged shares and of whose secrets a participant holds one, in order: not those
  /// it complained about.
  private static List<ParticipantId> ownersHeldBy(Transcript transcript, ParticipantId holder) {
    RoundSetup setup = transcript.requireSetup();
    SortedSet<ParticipantId> owners = new TreeSet<>(setup.peersOf(holder));
    if (setup.ownersHold()) {
      owners.add(holder);
    }
    owners.retainAll(transcript.in(Phase.SHARE_KEYS).keySet());
    owners.removeAll(transcript.accusedBy(holder));
    return List.copyOf(owners);
  }
}
