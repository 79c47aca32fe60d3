package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.agreement.AgreementKeyPair;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.crypto.sharing.Shamir;
import io.privirec.crypto.sharing.Share;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.EncryptedShares;
import io.privirec.secagg.message.KeyAdvertisement;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Deals the shares of this participant's two secrets, and takes in those of the others. The share
/// index of a participant is its position in the cohort.
final class ShareExchange {
  private static final int SEED_BYTES = 32;

  private ShareExchange() {}

  static ParticipantState.Shared deal(
      ParticipantState.Advertised state, AdvertisedKeys keys, SecureRandom random)
      throws ProtocolViolation {
    RoundRecord record = state.record();
    int threshold = record.thresholds().threshold();
    int members = record.cohort().size();
    int self = record.indexOf(state.self());
    Digest context = keys.boundContext();
    SecretBytes seed = SecretBytes.random(SEED_BYTES, random);
    List<Share> seedShares = Shamir.split(seed, threshold, members, random);
    List<Share> keyShares = Shamir.split(state.maskKeys().privateKey(), threshold, members, random);
    SortedMap<ParticipantId, ByteString> byRecipient = new TreeMap<>();
    for (KeyAdvertisement peer : keys.advertisements()) {
      if (!peer.sender().equals(state.self())) {
        int index = record.indexOf(peer.sender());
        HeldShares pair =
            new HeldShares(keyShares.get(index - 1).value(), seedShares.get(index - 1).value());
        byte[] sealed =
            AesGcm.seal(
                KeySchedule.shareChannel(agree(state.channelKeys(), peer), context, self, index),
                KeySchedule.shareAssociatedData(context, self, index),
                pair.joined(),
                random);
        byRecipient.put(peer.sender(), ByteString.copyOf(sealed));
      }
    }
    return new ParticipantState.Shared(
        record,
        state.self(),
        state.identity(),
        state.maskKeys(),
        state.channelKeys(),
        keys,
        seed,
        seedShares.get(self - 1).value(),
        new EncryptedShares(context, state.self(), byRecipient));
  }

  static ParticipantState.Masking receive(ParticipantState.Shared state, DeliveredShares delivered)
      throws ProtocolViolation {
    RoundRecord record = state.record();
    Digest context = state.keys().boundContext();
    require(
        delivered.context().equals(context) && delivered.recipient().equals(state.self()),
        AbortReason.CONTEXT_MISMATCH,
        "delivered shares belong to another round or another participant");
    int left = delivered.bySender().size() + 1;
    int minimum = record.thresholds().minSurvivors();
    require(
        left >= minimum,
        AbortReason.TOO_FEW_SURVIVORS,
        "%d participants exchanged shares, %d are needed".formatted(left, minimum));
    SortedMap<ParticipantId, HeldShares> held = new TreeMap<>();
    for (Map.Entry<ParticipantId, ByteString> entry : delivered.bySender().entrySet()) {
      held.put(entry.getKey(), open(state, context, entry.getKey(), entry.getValue()));
    }
    return new ParticipantState.Masking(
        record,
        state.self(),
        state.identity(),
        state.maskKeys(),
        state.keys(),
        state.selfMaskSeed(),
        state.ownShare(),
        Digest.of(delivered.encode()),
        held);
  }

  private static HeldShares open(
      ParticipantState.Shared state, Digest context, ParticipantId sender, ByteString sealed)
      throws ProtocolViolation {
    KeyAdvertisement peer =
        state
            .keys()
            .of(sender)
            .filter(advertisement -> !sender.equals(state.self()))
            .orElseThrow(() ->
                new ProtocolViolation(
                    AbortReason.UNKNOWN_PARTICIPANT,
                    "shares from " + sender + ", who is no peer of this round"));
    int from = state.record().indexOf(sender);
    int to = state.record().indexOf(state.self());
    try {
      return HeldShares.split(
          AesGcm.open(
              KeySchedule.shareChannel(agree(state.channelKeys(), peer), context, from, to),
              KeySchedule.shareAssociatedData(context, from, to),
              sealed.bytes()));
    } catch (GeneralSecurityException e) {
      throw new ProtocolViolation(
          AbortReason.SHARE_INVALID, "shares from " + sender + " do not decrypt");
    }
  }

  private static SecretBytes agree(AgreementKeyPair own, KeyAdvertisement peer)
      throws ProtocolViolation {
    try {
      return own.agree(peer.channelKey());
    } catch (InvalidKeyException e) {
      throw new ProtocolViolation(AbortReason.INVALID_KEY, peer.sender() + ": " + e.getMessage());
    }
  }
}
