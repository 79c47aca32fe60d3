package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import java.security.InvalidKeyException;
import java.util.HashSet;
import java.util.Set;

/// What must hold of the published keys before a secret is shared under them.
final class PublishedKeys {
  private PublishedKeys() {}

  static void check(ParticipantState.Advertised state, AdvertisedKeys keys)
      throws ProtocolViolation {
    RoundRecord record = state.record();
    require(
        keys.context().equals(record.context()),
        AbortReason.CONTEXT_MISMATCH,
        "published keys belong to another round");
    int minimum = record.thresholds().minSurvivors();
    require(
        keys.advertisements().size() >= minimum,
        AbortReason.TOO_FEW_SURVIVORS,
        "%d participants advertised keys, %d are needed"
            .formatted(keys.advertisements().size(), minimum));
    require(
        keys.of(state.self()).filter(state.advertisement()::equals).isPresent(),
        AbortReason.OWN_KEYS_CHANGED,
        "own keys are not among the published ones");
    Set<AgreementPublicKey> distinct = new HashSet<>();
    for (KeyAdvertisement advertisement : keys.advertisements()) {
      checkOne(record, advertisement);
      boolean fresh = distinct.add(advertisement.maskKey());
      fresh &= distinct.add(advertisement.channelKey());
      require(
          fresh,
          AbortReason.DUPLICATE_KEY,
          "a key of " + advertisement.sender() + " is another one's too");
    }
  }

  private static void checkOne(RoundRecord record, KeyAdvertisement advertisement)
      throws ProtocolViolation {
    require(
        record.contains(advertisement.sender()),
        AbortReason.UNKNOWN_PARTICIPANT,
        advertisement.sender() + " is not in the cohort");
    require(
        advertisement.context().equals(record.context()),
        AbortReason.CONTEXT_MISMATCH,
        "keys of " + advertisement.sender() + " belong to another round");
    require(
        advertisement.isSignedBy(record.member(advertisement.sender()).identityKey()),
        AbortReason.ADVERTISEMENT_SIGNATURE_INVALID,
        "keys of " + advertisement.sender() + " are not signed by its identity key");
    try {
      advertisement.maskKey().requireUsable();
      advertisement.channelKey().requireUsable();
    } catch (InvalidKeyException e) {
      throw new ProtocolViolation(
          AbortReason.INVALID_KEY, advertisement.sender() + ": " + e.getMessage());
    }
  }
}
