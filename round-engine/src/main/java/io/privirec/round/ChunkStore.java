package io.privirec.round;

import io.privirec.crypto.digest.Digest;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.util.Optional;
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

  /// Does something while it is sure that the chunk has no record and cannot get one.
  ///
  /// @return false, and nothing is done, when it has one
  boolean whileAbsent(RoundId round, ParticipantId participant, int chunk, Placement work)
      throws IOException;

  /// Deletes a record if that holds while nobody else can change it.
  boolean removeIf(RoundId round, ParticipantId participant, int chunk, Condition condition)
      throws IOException;

  /// What was recorded of one chunk.
  Optional<Digest> find(RoundId round, ParticipantId participant, int chunk);

  /// A participant's staged chunks.
  SortedMap<Integer, Digest> of(RoundId round, ParticipantId participant);

  /// Staged chunks of all participants.
  long count(RoundId round);

  /// Puts bytes in place, or takes them away.
  @FunctionalInterface
  interface Placement {
    void run() throws IOException;
  }

  /// Looks at bytes.
  @FunctionalInterface
  interface Condition {
    boolean holds() throws IOException;
  }
}
