package io.privirec.client.contribution;

import io.privirec.client.participation.Refusal;
import io.privirec.client.participation.RefusedException;
import io.privirec.client.participation.SessionId;
import io.privirec.crypto.digest.Digest;
import io.privirec.edge.datadir.DurableFiles;
import io.privirec.serving.release.NoRoomException;
import io.privirec.serving.release.UsableSpace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Broadcasts of running rounds on disk, downloaded once for all participants of this process: the
/// digest that each finds in its own signed round record names the file.
///
/// What participants compute with must be what was looked at. The coordinator chooses when a body
/// begins and ends, and when a session is over for one of them, so nothing here may rest on the
/// order of these: a session's files are read and removed under its lock, no two downloads share a
/// draft, and a file is believed by its name only if this process has seen its digest.
final class Broadcasts {
  /// Locks are never removed, so that nobody waits for one that others no longer know; sessions
  /// share them.
  private static final int LOCKS = 64;

  private final Path directory;
  private final UsableSpace disk;
  private final Object[] locks = IntStream.range(0, LOCKS).mapToObj(n -> new Object()).toArray();
  private final Set<Path> seen = ConcurrentHashMap.newKeySet();

  Broadcasts(Path directory) {
    this(directory, UsableSpace.of(directory));
  }

  Broadcasts(Path directory, UsableSpace disk) {
    this.directory = directory;
    this.disk = disk;
  }

  /// Writes a broadcast to a file.
  @FunctionalInterface
  interface Download {
    void to(Path target) throws IOException;
  }

  private Object lock(SessionId session) {
    return locks[Math.floorMod(session.hashCode(), LOCKS)];
  }

  /// The broadcast with this digest, downloaded where it is not here yet. No byte is downloaded if
  /// the disk has less room than the longest body and the reserve need.
  ///
  /// @param mostBytes of the body, which the download does not exceed
  /// @throws RefusedException if the download has another digest
  /// @throws NoRoomException if the disk has no room now
  Path obtain(SessionId session, int roundIndex, Digest expected, long mostBytes, Download download)
      throws IOException, RefusedException {
    Path files = directory.resolve(session.value());
    String name = String.format(Locale.ROOT, "%04d-%s", roundIndex, expected.hex());
    Path file = files.resolve(name + ".safetensors");
    synchronized (lock(session)) {
      if (isHere(file, expected)) {
        return file;
      }
      DurableFiles.createDirectories(files);
      Path draft = Files.createTempFile(files, name + "-", ".part");
      try (UsableSpace.Claim _ = disk.claim(draft, mostBytes, "the broadcast has up to")) {
        download.to(draft);
        RefusedException.require(
            Digest.ofFile(draft).equals(expected),
            Refusal.BROADCAST_MISMATCH,
            "the broadcast is not the one that the round record binds");
        // Found later, it must be whole even after a loss of power.
        DurableFiles.sync(draft);
        DurableFiles.place(draft, file);
        seen.add(file);
        return file;
      } finally {
        Files.deleteIfExists(draft);
      }
    }
  }

  /// A file of an earlier life of this process is looked at once more.
  private boolean isHere(Path file, Digest expected) throws IOException {
    if (Files.notExists(file)) {
      return false;
    }
    if (!seen.contains(file) && !Digest.ofFile(file).equals(expected)) {
      Files.delete(file);
      return false;
    }
    seen.add(file);
    return true;
  }

  /// Deletes the session's broadcasts of rounds before this one.
  void forgetBefore(SessionId session, int roundIndex) throws IOException {
    synchronized (lock(session)) {
      Path files = directory.resolve(session.value());
      if (!Files.isDirectory(files)) {
        return;
      }
      try (Stream<Path> listed = Files.list(files)) {
        for (Path file : listed.toList()) {
          if (roundOf(file) < roundIndex) {
            Files.deleteIfExists(file);
            seen.remove(file);
          }
        }
      }
    }
  }

  /// Deletes all of the session's broadcasts.
  void forget(SessionId session) throws IOException {
    synchronized (lock(session)) {
      forgetBefore(session, Integer.MAX_VALUE);
      Files.deleteIfExists(directory.resolve(session.value()));
    }
  }

  private static int roundOf(Path file) {
    return Integer.parseInt(file.getFileName().toString().substring(0, 4));
  }
}
