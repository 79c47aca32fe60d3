package io.privirec.secagg.participant;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.CoordinatorMessage;
import io.privirec.secagg.message.DeliveredEncapsulations;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.RevealedSeeds;
import io.privirec.secagg.message.SurvivorList;
import io.privirec.secagg.message.UnmaskRequest;

/// What a participant learns in a round, in the order in which it may learn it.
public sealed interface ParticipantEvent {
  /// The coordinator published everyone's keys.
  record KeysPublished(AdvertisedKeys keys) implements ParticipantEvent {
    @Override
    public Digest digest() {
      return Digest.of(keys.encode());
    }
  }

  /// The coordinator published everyone's part of the graph's seed.
  record SeedsPublished(RevealedSeeds seeds) implements ParticipantEvent {
    @Override
    public Digest digest() {
      return Digest.of(seeds.encode());
    }
  }

  /// The coordinator delivered what the neighbours sent to agree on masks.
  record EncapsulationsDelivered(DeliveredEncapsulations encapsulations)
      implements ParticipantEvent {
    @Override
    public Digest digest() {
      return Digest.of(encapsulations.encode());
    }
  }

  /// The coordinator delivered the neighbours' shares.
  record SharesDelivered(DeliveredShares shares) implements ParticipantEvent {
    @Override
    public Digest digest() {
      return Digest.of(shares.encode());
    }
  }

  /// This participant has uploaded its whole masked vector.
  ///
  /// @param merkleRoot root over the SHA-256 digests of its masked chunks, in order
  record InputCommitted(Digest merkleRoot) implements ParticipantEvent {
    @Override
    public Digest digest() {
      return merkleRoot;
    }
  }

  /// The coordinator named the survivors, for this participant to sign.
  record SurvivorsNamed(SurvivorList list) implements ParticipantEvent {
    @Override
    public Digest digest() {
      return Digest.of(list.encode());
    }
  }

  /// The coordinator asked for shares.
  record UnmaskRequested(UnmaskRequest request) implements ParticipantEvent {
    @Override
    public Digest digest() {
      return Digest.of(request.encode());
    }
  }

  /// The event of a message.
  static ParticipantEvent of(CoordinatorMessage message) {
    return switch (message) {
      case AdvertisedKeys keys -> new KeysPublished(keys);
      case RevealedSeeds seeds -> new SeedsPublished(seeds);
      case DeliveredEncapsulations delivered -> new EncapsulationsDelivered(delivered);
      case DeliveredShares shares -> new SharesDelivered(shares);
      case SurvivorList list -> new SurvivorsNamed(list);
      case UnmaskRequest request -> new UnmaskRequested(request);
    };
  }

  /// By which the event is known again.
  Digest digest();
}
