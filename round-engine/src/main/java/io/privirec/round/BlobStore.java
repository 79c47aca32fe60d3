package io.privirec.round;

import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundRecord;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Set;

/// Where the bytes of staged chunks are kept. Each chunk is whole or absent. Which chunks count is
/// said by the [ChunkStore].
public interface BlobStore extends RoundBytes {
  /// Gets ready for the chunks of a round. Only rounds prepared so can take chunks.
  void prepare(RoundRecord terms) throws IOException;

  /// A new, empty chunk that nobody sees yet.
  Draft draft() throws IOException;

  /// Whether a chunk is in its place, with the length it must have.
  boolean isWhole(RoundRecord terms, ParticipantId participant, int chunk) throws IOException;

  /// Chunks in their places that nobody has written to since then.
  Set<Integer> chunks(RoundId round, ParticipantId participant, Instant untouchedSince)
      throws IOException;

  /// Removes one chunk.
  void delete(RoundId round, ParticipantId participant, int chunk) throws IOException;

  /// How many bytes more there is room for.
  long usableBytes() throws IOException;

  /// A chunk that is being received. Closing it removes it, unless it is in its place.
  interface Draft extends Closeable {
    /// Appends all of the bytes.
    void write(ByteBuffer bytes) throws IOException;

    /// Makes what was written durable. Nothing is written afterwards.
    void complete() throws IOException;

    /// Moves the completed chunk to its place, durably.
    ///
    /// @throws java.nio.file.NoSuchFileException when the round was deleted meanwhile
    void place(RoundId round, ParticipantId participant, int chunk) throws IOException;
  }
}
