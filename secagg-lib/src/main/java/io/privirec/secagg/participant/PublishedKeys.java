package io.privirec.secagg.participant;

import static io.privirec.secagg.participant.ProtocolViolation.require;

import io.privirec.crypto.agreement.AgreementPublicKey;
import io.privirec.crypto.encoding.ByteString;
import io.privirec.secagg.AbortReason;
import io.privirec.secagg.CohortMember;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.Thresholds;
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
    requireEnough(record, keys);
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
          advertisement.keys().stream().allMatch(key -> key.agreement() == record.keyAgreement()),
          AbortReason.INVALID_KEY,
          "keys of " + advertisement.sender() + " are not of the round's agreement");
      // In a closed round everybody's: that all of a cell know of it rests on all of them, and not
      // on those of the neighbours alone.
      require(
          !record.isClosed()
              || advertisement.isSignedBy(record.member(advertisement.sender()).identityKey()),
          AbortReason.ADVERTISEMENT_SIGNATURE_INVALID,
          "keys of " + advertisement.sender() + " are not signed by its identity key");
      require(
          advertisement.channelKey().isEmpty() == record.isClosed(),
          AbortReason.INVALID_KEY,
          advertisement.sender() + " must have a key for shares exactly in a tolerant round");
      require(
          advertisement.seedCommitment().isEmpty() == record.isComplete(),
          AbortReason.SEED_COMMITMENT_INVALID,
          advertisement.sender() + " must commit to a seed exactly on a random graph");
      boolean fresh = true;
      for (AgreementPublicKey key : advertisement.keys()) {
        fresh &= distinct.add(key);
      }
      require(
          fresh,
          AbortReason.DUPLICATE_KEY,
          "a key of " + advertisement.sender() + " is another one's too");
    }
  }

  /// A closed round has everybody: a list without somebody would open the sum of the others.
  private static void requireEnough(RoundRecord record, AdvertisedKeys keys)
      throws ProtocolViolation {
    switch (record.kind()) {
      case RoundKind.Closed _ -> {
        for (CohortMember member : record.cohort()) {
          require(
              keys.of(member.id()).isPresent(),
              AbortReason.PARTICIPANT_MISSING,
              member.id() + " is of the cohort and advertised no keys");
        }
      }
      case RoundKind.Tolerant(Thresholds counts) ->
          require(
              keys.advertisements().size() >= counts.minSurvivors(),
              AbortReason.TOO_FEW_SURVIVORS,
              "%s participants advertised keys, %s are needed"
                  .formatted(keys.advertisements().size(), counts.minSurvivors()));
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

  /// Checks the keys of those with whom this participant will mask.
  static void checkPeers(RoundSetup setup, ParticipantId self) throws ProtocolViolation {
    List<ParticipantId> peers = setup.peersOf(self);
    if (setup.record().kind() instanceof RoundKind.Tolerant(Thresholds counts)) {
      int holders = peers.size() + (setup.ownersHold() ? 1 : 0);
      require(
          holders >= counts.threshold(),
          AbortReason.TOO_FEW_SURVIVORS,
          "%s participants would hold shares, %s are needed"
              .formatted(holders, counts.threshold()));
    }
    for (ParticipantId peer : peers) {
      KeyAdvertisement advertisement = setup.keysOf(peer);
      require(
          setup.record().isClosed()
              || advertisement.isSignedBy(setup.record().member(peer).identityKey()),
          AbortReason.ADVERTISEMENT_SIGNATURE_INVALID,
          "keys of " + peer + " are not signed by its identity key");
      try {
        for (AgreementPublicKey key : advertisement.keys()) {
          key.requireUsable();
        }
      } catch (InvalidKeyException e) {
        throw new ProtocolViolation(AbortReason.INVALID_KEY, peer + ": " + e.getMessage());
      }
    }
  }
}
