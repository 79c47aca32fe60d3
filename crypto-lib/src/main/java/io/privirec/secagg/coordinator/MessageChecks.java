package io.privirec.secagg.coordinator;

import static io.privirec.secagg.coordinator.Rejection.require;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.MaskedInputCommitment;
import io.privirec.secagg.message.ParticipantMessage;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.UnmaskAnswer;
import java.security.InvalidKeyException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/// What must hold of a message from somebody whose turn it is.
final class MessageChecks {
  private MessageChecks() {}

  static void check(Transcript transcript, ParticipantMessage message) throws Rejection {
    Digest context =
        message instanceof KeyAdvertisement
            ? transcript.record().context()
            : transcript.boundContext();
    require(
        message.context().equals(context),
        RejectionReason.CONTEXT_MISMATCH,
        "message is bound to another round or to other keys");
    switch (message) {
      case KeyAdvertisement advertisement -> checkKeys(transcript, advertisement);
      case EncryptedShares shares -> checkRecipients(transcript, shares);
      case MaskedInputCommitment commitment ->
          require(
              commitment.isSignedBy(transcript.record().member(commitment.sender()).identityKey()),
              RejectionReason.BAD_SIGNATURE,
              "commitment is not signed by its sender's identity key");
      case UnmaskAnswer answer -> checkReveals(transcript, answer);
    }
  }

  private static void checkKeys(Transcript transcript, KeyAdvertisement advertisement)
      throws Rejection {
    require(
        advertisement.isSignedBy(transcript.record().member(advertisement.sender()).identityKey()),
        RejectionReason.BAD_SIGNATURE,
        "advertisement is not signed by its sender's identity key");
    try {
      advertisement.maskKey().requireUsable();
      advertisement.channelKey().requireUsable();
    } catch (InvalidKeyException e) {
      throw new Rejection(
          RejectionReason.INVALID_KEY, "a key is not in canonical form or has small order");
    }
    Set<AgreementPublicKey> taken = new HashSet<>();
    for (KeyAdvertisement other : transcript.advertisements().values()) {
      taken.add(other.maskKey());
      taken.add(other.channelKey());
    }
    boolean fresh = taken.add(advertisement.maskKey());
    fresh &= taken.add(advertisement.channelKey());
    require(fresh, RejectionReason.DUPLICATE_KEY, "an advertised key is taken");
  }

  private static void checkRecipients(Transcript transcript, EncryptedShares shares)
      throws Rejection {
    SortedSet<ParticipantId> others = new TreeSet<>(transcript.advertisements().keySet());
    others.remove(shares.sender());
    require(
        shares.byRecipient().keySet().equals(others),
        RejectionReason.WRONG_RECIPIENTS,
        "shares must be for exactly the %d others that advertised keys".formatted(others.size()));
  }

  private static void checkReveals(Transcript transcript, UnmaskAnswer answer) throws Rejection {
    boolean asAsked = answer.reveals().size() == transcript.shares().size();
    Iterator<ParticipantId> owners = transcript.shares().keySet().iterator();
    for (Reveal reveal : answer.reveals()) {
      boolean survived = transcript.commitments().containsKey(reveal.owner());
      boolean rightKind =
          switch (reveal) {
            case Reveal.SelfMaskShare _ -> survived;
            case Reveal.MaskKeyShare _ -> !survived;
          };
      asAsked &= rightKind && owners.hasNext() && owners.next().equals(reveal.owner());
    }
    require(
        asAsked,
        RejectionReason.WRONG_REVEALS,
        "answer must reveal a self-mask share of each survivor and a mask-key share of each dropout");
  }
}
