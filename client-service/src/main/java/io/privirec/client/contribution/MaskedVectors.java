package io.privirec.client.contribution;

import io.privirec.client.participation.RoundKey;
import io.privirec.client.participation.SessionId;
import io.privirec.edge.datadir.Draft;
import io.privirec.edge.datadir.DurableFiles;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.VectorSpec;
import io.privirec.serving.release.NoRoomException;
import io.privirec.serving.release.UsableSpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Masked vectors of rounds with noise on disk. A participant stores all chunks of a vector before
/// it sends the first chunk, and sends each chunk from here, also a second time. So no request to
/// the coordinator waits for a computation over data.
///
/// The files contain the bytes that the coordinator gets. A file is a copy: the caller compares
/// each chunk with its recorded digest, and computes the vector again if a file is lost or damaged.
record MaskedVectors(Path directory, UsableSpace disk) {
  MaskedVectors(Path directory) {
    this(directory, UsableSpace.of(directory));
  }

  /// Writes one masked chunk; safe for several threads.
  @FunctionalInterface
  interface ChunkWriter {
    void write(int chunk, byte[] packed) throws IOException;
  }

  /// Computes all chunks of a vector.
  @FunctionalInterface
  interface Source {
    void writeTo(ChunkWriter writer) throws Exception;
  }

  /// Returns whether all chunks of the round's vector were stored.
  boolean has(RoundKey key) {
    return Files.exists(file(key));
  }

  /// Stores a whole vector. If the source fails, no vector is stored.
  ///
  /// @throws NoRoomException if the disk has less room than the vector and the reserve need
  void store(RoundKey key, VectorSpec vector, Source source) throws Exception {
    Path file = file(key);
    Files.createDirectories(of(key.session(), key.participant()));
    try (UsableSpace.Claim _ =
            disk.claim(Draft.path(file), vector.totalBytes(), "the masked vector has");
        Draft draft = Draft.of(file)) {
      source.writeTo((chunk, packed) -> write(draft.channel(), vector, chunk, packed));
      draft.place();
    }
  }

  private static void write(FileChannel out, VectorSpec vector, int chunk, byte[] packed)
      throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(packed, 0, vector.bytesInChunk(chunk));
    long at = offset(vector, chunk);
    while (bytes.hasRemaining()) {
      at += out.write(bytes, at);
    }
  }

  /// Reads one chunk. If the file is too short, the rest of the array is arbitrary.
  ///
  /// @param packed at least as long as the chunk
  void read(RoundKey key, VectorSpec vector, int chunk, byte[] packed) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(packed, 0, vector.bytesInChunk(chunk));
    long at = offset(vector, chunk);
    try (FileChannel in = FileChannel.open(file(key), StandardOpenOption.READ)) {
      int read = in.read(bytes, at);
      while (read > 0 && bytes.hasRemaining()) {
        at += read;
        read = in.read(bytes, at);
      }
    }
  }

  /// Deletes the participant's vectors of a session.
  void forget(SessionId session, ParticipantId participant) throws IOException {
    DurableFiles.deleteTree(of(session, participant));
  }

  /// All chunks but the last have the same length.
  private static long offset(VectorSpec vector, int chunk) {
    return (long) chunk * vector.bytesInChunk(0);
  }

  private Path file(RoundKey key) {
    return of(key.session(), key.participant()).resolve(key.round().hex() + ".chunks");
  }

  private Path of(SessionId session, ParticipantId participant) {
    return directory.resolve(participant.value()).resolve(session.value());
  }
}
