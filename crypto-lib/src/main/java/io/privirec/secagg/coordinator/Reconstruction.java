package io.privirec.secagg.coordinator;

import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.agreement.KeyAgreement;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.Phase;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.Reveal;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.UnmaskAnswer;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Puts the secrets behind the remaining masks together from the answers.
final class Reconstruction {
  private Reconstruction() {}

  /// The state after the last phase: the secrets, or the reason why they do not come out.
  static CoordinatorState finish(Transcript transcript) {
    int threshold = transcript.record().thresholds().threshold();
    Shamir sharing = transcript.record().thresholds().sharing();
    Map<ParticipantId, List<Share>> shares = sharesByOwner(transcript);
    SortedMap<ParticipantId, SecretBytes> selfMaskSeeds = new TreeMap<>();
    SortedMap<ParticipantId, SecretBytes> maskKeys = new TreeMap<>();
    for (ParticipantId owner : transcript.in(Phase.SHARE_KEYS).keySet()) {
      List<Share> revealed = shares.getOrDefault(owner, List.of());
      boolean survived = transcript.in(Phase.MASKED_INPUT).containsKey(owner);
      if (!survived && !leftMasksBehind(transcript, owner)) {
        continue;
      }
      if (revealed.size() < threshold) {
        return aborted(
            transcript,
            AbortReason.BELOW_THRESHOLD,
            "%d holders of shares of %s answered, %d are needed"
                .formatted(revealed.size(), owner, threshold));
      }
      SecretBytes secret;
      try {
        secret = sharing.reconstruct(revealed);
      } catch (GeneralSecurityException e) {
        return aborted(transcript, AbortReason.SHARES_INCONSISTENT, owner + ": " + e.getMessage());
      }
      if (survived) {
        selfMaskSeeds.put(owner, secret);
      } else if (!isMaskKeyOf(transcript.requireSetup().keysOf(owner), secret)) {
        return aborted(
            transcript,
            AbortReason.MASK_KEY_MISMATCH,
            owner + ": reconstructed mask key is not the advertised one");
      } else if (!sentItsEncapsulations(transcript, owner, secret)) {
        return aborted(
            transcript,
            AbortReason.MASK_KEY_MISMATCH,
            owner + ": an encapsulation it sent does not follow from its mask key");
      } else {
        maskKeys.put(owner, secret);
      }
    }
    return new CoordinatorState.Unmasked(transcript, selfMaskSeeds, maskKeys);
  }

  /// Whether a survivor agreed on a mask with somebody who left.
  private static boolean leftMasksBehind(Transcript transcript, ParticipantId dropout) {
    return transcript.requireSetup().peersOf(dropout).stream()
        .anyMatch(peer -> transcript.in(Phase.MASKED_INPUT).containsKey(peer));
  }

  private static Map<ParticipantId, List<Share>> sharesByOwner(Transcript transcript) {
    RoundSetup setup = transcript.requireSetup();
    Map<ParticipantId, List<Share>> shares = new HashMap<>();
    for (UnmaskAnswer answer : transcript.answers().values()) {
      for (Reveal reveal : answer.reveals()) {
        int index = setup.shareIndex(reveal.owner(), answer.sender());
        shares
            .computeIfAbsent(reveal.owner(), _ -> new ArrayList<>())
            .add(new Share(index, reveal.share()));
      }
    }
    return shares;
  }

  private static boolean isMaskKeyOf(KeyAdvertisement advertisement, SecretBytes seed) {
    return AgreementKeyPair.fromSeed(advertisement.maskKey().agreement(), seed)
        .publicKey()
        .equals(advertisement.maskKey());
  }

  /// Whether a dropout sent the survivors what the coordinator will compute in its place. With
  /// another encapsulation a survivor has masked with a secret that nobody finds again.
  private static boolean sentItsEncapsulations(
      Transcript transcript, ParticipantId dropout, SecretBytes seed) {
    RoundSetup setup = transcript.requireSetup();
    KeyAgreement agreement = transcript.record().keyAgreement();
    if (agreement.encapsulationBytes() == 0) {
      return true;
    }
    AgreementKeyPair keys = AgreementKeyPair.fromSeed(agreement, seed);
    for (ParticipantId peer : setup.peersOf(dropout)) {
      if (dropout.compareTo(peer) < 0 && transcript.in(Phase.MASKED_INPUT).containsKey(peer)) {
        try {
          ByteString due =
              keys.initiate(
                      setup.keysOf(peer).maskKey(),
                      KeySchedule.pairwiseMaskLabel(transcript.record()))
                  .encapsulation();
          if (!due.equals(transcript.envelope(dropout, peer).maskEncapsulation())) {
            return false;
          }
        } catch (InvalidKeyException e) {
          throw new IllegalStateException("keys were checked when they came in", e);
        }
      }
    }
    return true;
  }

  private static CoordinatorState aborted(
      Transcript transcript, AbortReason reason, String detail) {
    return new CoordinatorState.Aborted(transcript, Phase.UNMASK, reason, detail);
  }
}
