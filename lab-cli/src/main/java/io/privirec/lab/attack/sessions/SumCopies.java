package io.privirec.lab.attack.sessions;

import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.VectorSpec;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// Copies of opened sums, made by an operator from the disk of its own coordinator. The coordinator
/// deletes a sum when the next round begins, so a thread links each file as soon as it appears.
final class SumCopies implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(1);
  private static final String DRAFT = ".draft";

  private final Path sums;
  private final Path copies;
  private final Thread thread;
  private volatile boolean closed;

  /// @param data the coordinator's data directory
  /// @param copies an existing directory on the same file system
  SumCopies(Path data, Path copies) {
    this.sums = data.resolve("sums");
    this.copies = copies;
    this.thread = Thread.ofPlatform().daemon().name("sum-copies").start(this::watch);
  }

  private void watch() {
    while (!closed) {
      try {
        for (Path round : list(sums)) {
          link(round);
        }
        Thread.sleep(PAUSE);
      } catch (IOException again) {
        // A directory that is deleted now is looked at no more.
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  private void link(Path round) throws IOException {
    Path own = Files.createDirectories(copies.resolve(round.getFileName().toString()));
    for (Path chunk : list(round)) {
      String name = chunk.getFileName().toString();
      if (!name.endsWith(DRAFT) && Files.notExists(own.resolve(name))) {
        try {
          Files.createLink(own.resolve(name), chunk);
        } catch (FileAlreadyExistsException | NoSuchFileException moved) {
          // The coordinator has deleted the chunk, or the link exists.
        }
      }
    }
  }

  private static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      return children.toList();
    } catch (NoSuchFileException | NotDirectoryException gone) {
      return List.of();
    }
  }

  /// Reads the sum of a round as signed integers of its ring.
  ///
  /// @param round id in hex
  /// @throws IOException if a chunk was deleted before it was linked
  long[] read(String round, VectorSpec vector) throws IOException {
    long[] sum = new long[Math.toIntExact(vector.length())];
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      RingVector block = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
      byte[] packed = Files.readAllBytes(copies.resolve(round).resolve(Integer.toString(chunk)));
      block.addPacked(packed, 0, 0, block.length());
      int first = Math.toIntExact(vector.firstElementOf(chunk));
      for (int n = 0; n < block.length(); n++) {
        sum[first + n] = block.getSigned(n);
      }
    }
    return sum;
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
