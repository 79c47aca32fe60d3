package io.privirec.coordinator.session;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.datadir.DurableFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Where plans keep their files: `sessions/<id>` in the data directory.
record SessionDirectory(DataDirectory data) {
  private static final String SESSIONS = "sessions";

  /// The working directory of a session, created where missing.
  Path of(String sessionId) throws IOException {
    return DurableFiles.createDirectories(data.resolve(SESSIONS).resolve(sessionId));
  }

  /// Makes the names of the files in a working directory durable: what is stored next relies on
  /// them.
  void sync(String sessionId) throws IOException {
    DurableFiles.syncDirectory(data.resolve(SESSIONS).resolve(sessionId));
  }

  /// A file of it, relative to the data directory.
  String relative(String sessionId, String file) {
    return SESSIONS + "/" + sessionId + "/" + file;
  }

  /// Sessions that have a working directory.
  Set<String> sessions() throws IOException {
    Path all = data.resolve(SESSIONS);
    if (Files.notExists(all)) {
      return Set.of();
    }
    try (Stream<Path> directories = Files.list(all)) {
      return directories
          .map(directory -> directory.getFileName().toString())
          .collect(Collectors.toSet());
    }
  }

  /// Removes the working directory of a session that is over.
  void delete(String sessionId) throws IOException {
    DurableFiles.deleteTree(data.resolve(SESSIONS).resolve(sessionId));
  }
}
