package io.privirec.round.local;

import io.privirec.crypto.ring.RingVector;
import io.privirec.round.SumEngine;
import io.privirec.secagg.Aggregate;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Set;
import java.util.SortedSet;

/// Sums on disk: `<round>/<chunk>`, packed ring elements, each file whole or absent.
record SumFiles(Path root) implements SumEngine.Sums {
  private static final int PIECE_ELEMENTS = 1 << 16;
  private static final String DRAFT = ".draft";

  /// Whether a chunk of the sum is there.
  boolean has(RoundId round, int chunk) {
    return Files.exists(file(round, chunk));
  }

  /// Writes a chunk of the sum durably; an existing one is replaced by the same bytes.
  void write(RoundId round, int chunk, RingVector sum) throws IOException {
    Path directory = Files.createDirectories(root.resolve(round.hex()));
    // Two processes may sum at once, when one was thought dead: never into one file.
    Path draft = Files.createTempFile(directory, chunk + "-", DRAFT);
    try {
      fill(draft, sum);
      Files.move(draft, file(round, chunk), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void fill(Path draft, RingVector sum) throws IOException {
    byte[] piece = new byte[sum.ring().packedBytes(Math.min(sum.length(), PIECE_ELEMENTS))];
    try (FileChannel out = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      for (int from = 0; from < sum.length(); from += PIECE_ELEMENTS) {
        int count = Math.min(PIECE_ELEMENTS, sum.length() - from);
        sum.packInto(piece, 0, from, count);
        writeFully(out, ByteBuffer.wrap(piece, 0, sum.ring().packedBytes(count)));
      }
      out.force(true);
    }
  }

  /// Gives a sealed sum to another place, durably, without touching its bytes. Done already is
  /// fine.
  void moveTo(SumFiles target, RoundId round) throws IOException {
    Path from = root.resolve(round.hex());
    Path to = target.root.resolve(round.hex());
    if (Files.notExists(to)) {
      try {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
      } catch (NoSuchFileException e) {
        // Two processes may do this at once, when one was thought dead.
        if (Files.notExists(to)) {
          throw e;
        }
      }
    }
    RoundDirectories.sync(target.root);
    RoundDirectories.sync(root);
  }

  /// Makes the names of a sum's chunks durable.
  void seal(RoundId round) throws IOException {
    RoundDirectories.sync(root.resolve(round.hex()));
    RoundDirectories.sync(root);
  }

  @Override
  public Aggregate open(RoundRecord round, SortedSet<ParticipantId> survivors) {
    VectorSpec vector = round.vector();
    return new Aggregate() {
      @Override
      public RoundKind kind() {
        return round.kind();
      }

      @Override
      public SortedSet<ParticipantId> survivors() {
        return survivors;
      }

      @Override
      public long length() {
        return vector.isOfCiphertexts() ? vector.length() * survivors.size() : vector.length();
      }

      @Override
      public void read(long offset, RingVector out) throws IOException {
        for (int i = 0; i < out.length(); i++) {
          out.setSigned(i, 0);
        }
        int done = 0;
        while (done < out.length()) {
          // Of ciphertexts the vectors lie side by side.
          int before = Math.toIntExact((offset + done) / vector.length());
          long inVector = (offset + done) % vector.length();
          int chunk = Math.toIntExact(inVector / vector.chunkLength());
          int inChunk = Math.toIntExact(inVector - vector.firstElementOf(chunk));
          int count = Math.min(out.length() - done, vector.elementsInChunk(chunk) - inChunk);
          addFile(file(round.id(), before * vector.chunks() + chunk), inChunk, out, done, count);
          done += count;
        }
      }
    };
  }

  /// One chunk of a sum.
  RingVector read(RoundId round, VectorSpec vector, int chunk) throws IOException {
    RingVector sum = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
    addFile(file(round, chunk), 0, sum, 0, sum.length());
    return sum;
  }

  /// Adds `count` packed elements of a file, from element `from` on, to a vector.
  static void addFile(Path file, int from, RingVector out, int outFrom, int count)
      throws IOException {
    byte[] piece = new byte[out.ring().packedBytes(Math.min(count, PIECE_ELEMENTS))];
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      in.position(out.ring().packedBytes(from));
      for (int done = 0; done < count; done += PIECE_ELEMENTS) {
        int elements = Math.min(PIECE_ELEMENTS, count - done);
        int bytes = out.ring().packedBytes(elements);
        readFully(in, ByteBuffer.wrap(piece, 0, bytes));
        out.addPacked(piece, 0, outFrom + done, elements);
      }
    }
  }

  @Override
  public Set<RoundId> rounds() throws IOException {
    return RoundDirectories.in(root);
  }

  @Override
  public boolean isOlder(RoundId round, Instant then) throws IOException {
    return RoundDirectories.isOlder(root.resolve(round.hex()), then);
  }

  @Override
  public int sweepDrafts(Instant untouchedSince) throws IOException {
    int removed = 0;
    for (RoundId round : rounds()) {
      for (Path file : RoundDirectories.list(root.resolve(round.hex()))) {
        if (file.getFileName().toString().endsWith(DRAFT)
            && RoundDirectories.isOlder(file, untouchedSince)
            && Files.deleteIfExists(file)) {
          removed++;
        }
      }
    }
    return removed;
  }

  /// Removes one chunk.
  void delete(RoundId round, int chunk) throws IOException {
    Files.deleteIfExists(file(round, chunk));
  }

  @Override
  public void delete(RoundId round) throws IOException {
    RoundDirectories.delete(root.resolve(round.hex()));
  }

  private Path file(RoundId round, int chunk) {
    return root.resolve(round.hex()).resolve(Integer.toString(chunk));
  }

  private static void writeFully(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  private static void readFully(FileChannel in, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (in.read(bytes) < 0) {
        throw new IOException("a file of packed elements is shorter than recorded");
      }
    }
  }
}
