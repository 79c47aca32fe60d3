package io.privirec.secagg.coordinator;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.UnmaskAnswer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Puts the secrets behind the remaining masks together from the answers.
final class Reconstruction {
  private Reconstruction() {}

  /// The state after the last phase: the secrets, or the reason why they do not come out.
  static CoordinatorState finish(Transcript transcript) {
    int threshold = transcript.record().thresholds().threshold();
    if (transcript.answers().size() < threshold) {
      return aborted(
          transcript,
          AbortReason.BELOW_THRESHOLD,
          "%d survivors answered, %d are needed".formatted(transcript.answers().size(), threshold));
    }
    SortedMap<ParticipantId, SecretBytes> selfMaskSeeds = new TreeMap<>();
    SortedMap<ParticipantId, SecretBytes> maskKeys = new TreeMap<>();
    for (ParticipantId owner : transcript.shares().keySet()) {
      SecretBytes secret;
      try {
        secret = Shamir.reconstruct(sharesOf(transcript, owner), threshold);
      } catch (GeneralSecurityException e) {
        return aborted(transcript, AbortReason.SHARES_INCONSISTENT, owner + ": " + e.getMessage());
      }
      if (transcript.commitments().containsKey(owner)) {
        selfMaskSeeds.put(owner, secret);
      } else if (isMaskKeyOf(transcript.advertisementOf(owner), secret)) {
        maskKeys.put(owner, secret);
      } else {
        return aborted(
            transcript,
            AbortReason.MASK_KEY_MISMATCH,
            owner + ": reconstructed mask key is not the advertised one");
      }
    }
    return new CoordinatorState.Unmasked(transcript, selfMaskSeeds, maskKeys);
  }

  private static List<Share> sharesOf(Transcript transcript, ParticipantId owner) {
    List<Share> shares = new ArrayList<>();
    for (UnmaskAnswer answer : transcript.answers().values()) {
      int index = transcript.record().indexOf(answer.sender());
      for (Reveal reveal : answer.reveals()) {
        if (reveal.owner().equals(owner)) {
          shares.add(new Share(index, reveal.share()));
        }
      }
    }
    return shares;
  }

  private static boolean isMaskKeyOf(KeyAdvertisement advertisement, SecretBytes privateKey) {
    return AgreementKeyPair.fromPrivateKey(privateKey).publicKey().equals(advertisement.maskKey());
  }

  private static CoordinatorState aborted(
      Transcript transcript, AbortReason reason, String detail) {
    return new CoordinatorState.Aborted(transcript, Phase.UNMASK, reason, detail);
  }
}
