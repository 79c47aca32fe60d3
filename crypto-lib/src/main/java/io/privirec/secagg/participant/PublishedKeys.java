package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.KeyAdvertisement;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.message.SeedReveal;
import java.security.InvalidKeyException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What must hold of the published keys and seeds before a secret is shared under them.
final class PublishedKeys {
  private PublishedKeys() {}

  /// Checks the list as a whole. Whom this participant will share with is not known yet on a random
  /// graph: the keys of those are looked at in [#checkPeers].
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
        keys.of(state.seat().self()).filter(state.advertisement()::equals).isPresent(),
        AbortReason.OWN_KEYS_CHANGED,
        "own keys are not among the published ones");
    Set<AgreementPublicKey> distinct = new HashSet<>();
    for (KeyAdvertisement advertisement : keys.advertisements()) {
      require(
          record.contains(advertisement.sender()),
          AbortReason.UNKNOWN_PARTICIPANT,
          advertisement.sender() + " is not in the cohort");
      require(
          advertisement.context().equals(record.context()),
          AbortReason.CONTEXT_MISMATCH,
          "keys of " + advertisement.sender() + " belong to another round");
      require(
          advertisement.maskKey().agreement() == record.keyAgreement()
              && advertisement.channelKey().agreement() == record.keyAgreement(),
          AbortReason.INVALID_KEY,
          "keys of " + advertisement.sender() + " are not of the round's agreement");
      require(
          advertisement.seedCommitment().isEmpty() == record.thresholds().isComplete(),
          AbortReason.SEED_COMMITMENT_INVALID,
          advertisement.sender() + " must commit to a seed exactly on a random graph");
      boolean fresh = distinct.add(advertisement.maskKey());
      fresh &= distinct.add(advertisement.channelKey());
      require(
          fresh,
          AbortReason.DUPLICATE_KEY,
          "a key of " + advertisement.sender() + " is another one's too");
    }
  }

  /// Checks the revealed seeds and draws the graph from them.
  static RoundSetup setup(ParticipantState.Revealed state, RevealedSeeds seeds)
      throws ProtocolViolation {
    AdvertisedKeys keys = state.keys();
    require(
        seeds.context().equals(state.reveal().context()),
        AbortReason.CONTEXT_MISMATCH,
        "seeds belong to other keys");
    List<ParticipantId> advertisers =
        keys.advertisements().stream().map(KeyAdvertisement::sender).toList();
    require(
        List.copyOf(seeds.bySender().keySet()).equals(advertisers),
        AbortReason.SEED_MISMATCH,
        "seeds must be of exactly those that advertised keys");
    for (KeyAdvertisement advertisement : keys.advertisements()) {
      ParticipantId sender = advertisement.sender();
      ByteString seed = seeds.bySender().get(sender);
      require(
          seed != null
              && advertisement
                  .seedCommitment()
                  .equals(Optional.of(SeedReveal.commitment(keys.context(), sender, seed))),
          AbortReason.SEED_MISMATCH,
          "seed of " + sender + " is not the one it committed to");
    }
    RoundSetup setup = RoundSetup.of(state.record(), keys, Optional.of(seeds));
    checkPeers(setup, state.seat().self());
    return setup;
  }

  /// Checks the keys of those with whom this participant will exchange shares.
  static void checkPeers(RoundSetup setup, ParticipantId self) throws ProtocolViolation {
    List<ParticipantId> peers = setup.peersOf(self);
    int holders = peers.size() + (setup.ownersHold() ? 1 : 0);
    int threshold = setup.record().thresholds().threshold();
    require(
        holders >= threshold,
        AbortReason.TOO_FEW_SURVIVORS,
        "%d participants would hold shares, %d are needed".formatted(holders, threshold));
    for (ParticipantId peer : peers) {
      KeyAdvertisement advertisement = setup.keysOf(peer);
      require(
          advertisement.isSignedBy(setup.record().member(peer).identityKey()),
          AbortReason.ADVERTISEMENT_SIGNATURE_INVALID,
          "keys of " + peer + " are not signed by its identity key");
      try {
        advertisement.maskKey().requireUsable();
        advertisement.channelKey().requireUsable();
      } catch (InvalidKeyException e) {
        throw new ProtocolViolation(AbortReason.INVALID_KEY, peer + ": " + e.getMessage());
      }
    }
  }
}
