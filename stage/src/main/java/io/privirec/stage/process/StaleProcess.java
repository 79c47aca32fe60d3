package io.privirec.stage.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Processes that outlived whom they belonged to: services of a run that was killed, and embedded
/// PostgreSQL servers of services that were.
final class StaleProcess {
  private static final String DATABASE_PID_FILE = "postmaster.pid";
  private static final int MAX_DEPTH = 5;
  private static final long GRACE_SECONDS = 10;

  private StaleProcess() {}

  /// Stops every database server whose data lies below a directory.
  static void stopDatabasesBelow(Path directory) {
    if (!Files.isDirectory(directory)) {
      return;
    }
    try (Stream<Path> files =
        Files.find(directory, MAX_DEPTH, (file, kind) -> file.endsWith(DATABASE_PID_FILE))) {
      for (Path pidFile : files.toList()) {
        stop(pidFile, pidFile.toAbsolutePath().getParent());
      }
    } catch (IOException | UncheckedIOException vanished) {
      // A server that stops by itself deletes its files while they are listed.
    }
  }

  /// Stops the process whose id is in the first line of a file: asks it to end, and kills it when
  /// it does not. Only one that names the directory is meant: ids are used again.
  static void stop(Path pidFile, @Nullable Path directory) throws IOException {
    try (Stream<String> lines = Files.lines(pidFile)) {
      lines
          .findFirst()
          .filter(pid -> pid.strip().matches("\\d{1,9}"))
          .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid.strip())))
          .filter(process ->
              process.info().commandLine().orElse("").contains(String.valueOf(directory)))
          .ifPresent(StaleProcess::end);
    }
  }

  private static void end(ProcessHandle process) {
    process.destroy();
    try {
      process.onExit().get(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException deaf) {
      process.destroyForcibly();
      process.onExit().join();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
