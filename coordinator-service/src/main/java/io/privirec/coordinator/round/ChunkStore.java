package io.privirec.coordinator.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.util.SortedMap;

/// Which chunks are staged. Each method is one transaction.
public interface ChunkStore {
  /// Records a chunk and puts its bytes in place, both or neither.
  ///
  /// @param placement moves the bytes to where they belong; runs before the record is committed
  /// @return false, and nothing is moved, when the chunk is recorded already
  boolean add(
      RoundId round, ParticipantId participant, int chunk, Digest digest, Placement placement)
      throws IOException;

  /// A participant's staged chunks.
  SortedMap<Integer, Digest> of(RoundId round, ParticipantId participant);

  /// Staged chunks of all participants.
  long count(RoundId round);

  /// Puts bytes in place.
  @FunctionalInterface
  interface Placement {
    void run() throws IOException;
  }
}
