package io.privirec.secagg.participant;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.message.AdvertisedKeys;
import io.privirec.secagg.message.DeliveredShares;
import io.privirec.secagg.message.UnmaskRequest;

/// What a participant learns in a round, in the order in which it may learn it.
public sealed interface ParticipantEvent {
  /// The coordinator published everyone's keys.
  record KeysPublished(AdvertisedKeys keys) implements ParticipantEvent {}

  /// The coordinator delivered the others' shares.
  record SharesDelivered(DeliveredShares shares) implements ParticipantEvent {}

  /// This participant has uploaded its whole masked vector.
  ///
  /// @param merkleRoot root over the SHA-256 digests of its masked chunks, in order
  record InputCommitted(Digest merkleRoot) implements ParticipantEvent {}

  /// The coordinator named the survivors.
  record UnmaskRequested(UnmaskRequest request) implements ParticipantEvent {}
}
