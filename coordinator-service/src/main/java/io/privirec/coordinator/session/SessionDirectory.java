package io.privirec.coordinator.session;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// Where plans keep their files: `sessions/<id>` in the data directory.
final class SessionDirectory {
  private static final String SESSIONS = "sessions";

  private final Path dataDirectory;

  SessionDirectory(Path dataDirectory) {
    this.dataDirectory = dataDirectory;
  }

  /// The working directory of a session, created where missing.
  Path of(String sessionId) throws IOException {
    return Files.createDirectories(dataDirectory.resolve(SESSIONS).resolve(sessionId));
  }

  /// A file of it, relative to the data directory.
  String relative(String sessionId, String file) {
    return SESSIONS + "/" + sessionId + "/" + file;
  }

  /// Removes the working directory of a session that is over.
  void delete(String sessionId) throws IOException {
    try (Stream<Path> files = Files.walk(of(sessionId))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
