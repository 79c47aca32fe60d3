package io.privirec.lab.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Embedded PostgreSQL servers that outlived the service they belonged to.
final class EmbeddedDatabases {
  private static final String PID_FILE = "postmaster.pid";
  private static final int MAX_DEPTH = 5;

  private EmbeddedDatabases() {}

  /// Stops every server whose data lies below a directory.
  static void stopBelow(Path directory) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files =
        Files.find(directory, MAX_DEPTH, (file, kind) -> file.endsWith(PID_FILE))) {
      List<Path> pidFiles = files.toList();
      for (Path pidFile : pidFiles) {
        server(pidFile).ifPresent(StaleProcess::end);
      }
    } catch (IOException | UncheckedIOException vanished) {
      // A server that stops by itself deletes its files while they are listed.
    }
  }

  /// The first line is the process id. Only a process that names the directory is meant: ids are
  /// used again.
  private static Optional<ProcessHandle> server(Path pidFile) throws IOException {
    Path data = pidFile.toAbsolutePath().getParent();
    try (Stream<String> lines = Files.lines(pidFile)) {
      return lines.findFirst().flatMap(pid -> StaleProcess.find(pid, String.valueOf(data)));
    }
  }
}
