package io.privirec.coordinator.round;

import io.privirec.secagg.RoundId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// Directories named after rounds.
final class RoundDirectories {
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
}
