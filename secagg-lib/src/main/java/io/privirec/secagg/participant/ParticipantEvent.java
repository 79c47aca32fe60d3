package io.privirec.secagg.participant;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.message.CoordinatorMessage;

/// What a participant learns in a round.
public sealed interface ParticipantEvent {
  /// The coordinator said what a phase came to.
  record MessageReceived(CoordinatorMessage message) implements ParticipantEvent {
    @Override
    public Digest digest() {
      return Digest.of(message.encode());
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

  /// By which the event is known again.
  Digest digest();
}
