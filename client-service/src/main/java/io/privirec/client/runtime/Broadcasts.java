package io.privirec.client.runtime;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.datadir.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// Broadcasts of running rounds on disk, downloaded once for all participants of this process: the
/// digest that each finds in its own signed round record names the file.
final class Broadcasts {
  private final Path directory;
  private final ConcurrentHashMap<Path, Object> locks = new ConcurrentHashMap<>();

  Broadcasts(Path directory) {
    this.directory = directory;
  }

  /// Writes a broadcast to a file.
  @FunctionalInterface
  interface Download {
    void to(Path target) throws IOException;
  }

  /// The broadcast with this digest, downloaded where it is not here yet.
  ///
  /// @throws RefusedException if the download has another digest
  Path obtain(SessionId session, int roundIndex, Digest expected, Download download)
      throws IOException, RefusedException {
    Path file =
        directory
            .resolve(session.value())
            .resolve("%04d-%s.safetensors".formatted(roundIndex, expected.hex()));
    synchronized (locks.computeIfAbsent(file, path -> new Object())) {
      if (Files.exists(file)) {
        return file;
      }
      DurableFiles.createDirectories(directory.resolve(session.value()));
      Path draft = file.resolveSibling(file.getFileName() + ".part");
      try {
        download.to(draft);
        RefusedException.require(
            Digest.ofFile(draft).equals(expected),
            Refusal.BROADCAST_MISMATCH,
            "the broadcast is not the one that the round record binds");
        // Found later, it is believed: it must be whole even after a loss of power.
        DurableFiles.sync(draft);
        DurableFiles.place(draft, file);
        return file;
      } finally {
        Files.deleteIfExists(draft);
      }
    }
  }

  /// Deletes the session's broadcasts of rounds before this one.
  void forgetBefore(SessionId session, int roundIndex) throws IOException {
    Path files = directory.resolve(session.value());
    if (!Files.isDirectory(files)) {
      return;
    }
    try (Stream<Path> listed = Files.list(files)) {
      for (Path file : listed.toList()) {
        if (roundOf(file) < roundIndex) {
          Files.deleteIfExists(file);
          locks.remove(file);
        }
      }
    }
  }

  /// Deletes all of the session's broadcasts.
  void forget(SessionId session) throws IOException {
    forgetBefore(session, Integer.MAX_VALUE);
    Files.deleteIfExists(directory.resolve(session.value()));
  }

  private static int roundOf(Path file) {
    return Integer.parseInt(file.getFileName().toString().substring(0, 4));
  }
}
