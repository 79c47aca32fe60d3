package io.privirec.round.local;

import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Directories named after rounds.
final class RoundDirectories {
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private RoundDirectories() {}

  /// The rounds that have a directory there.
  static Set<RoundId> in(Path root) throws IOException {
    Set<RoundId> rounds = new HashSet<>();
    for (Path directory : list(root)) {
      try {
        rounds.add(RoundId.parse(directory.getFileName().toString()));
      } catch (IllegalArgumentException _) {
        // Something else lies there, too.
      }
    }
    return rounds;
  }

  /// What lies in a directory; nothing when somebody has just removed it.
  static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (NoSuchFileException _) {
      return List.of();
    }
  }

  /// Whether a file exists and nobody has written to it since then.
  static boolean isOlder(Path file, Instant untouchedSince) throws IOException {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(untouchedSince);
    } catch (NoSuchFileException _) {
      return false;
    }
  }

  /// Makes the names in a directory durable: syncing a file is for its bytes alone.
  static void sync(Path directory) throws IOException {
    // Elsewhere a directory cannot be opened, and names are durable with the files.
    if (POSIX) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /// Removes a directory with everything in it; others may be removing it, too.
  static void delete(Path directory) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(directory)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException _) {
      return;
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
