package io.privirec.edge.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The main process of a PostgreSQL server, found through the `postmaster.pid` of its data
/// directory. A process counts only if it really is a postgres working on that directory: process
/// ids are used again.
record Postmaster(ProcessHandle process) {
  private static final boolean WINDOWS = System.getProperty("os.name", "").startsWith("Windows");
  private static final Duration POLL = Duration.ofMillis(20);

  /// The live server of this data directory.
  static Optional<Postmaster> of(Path cluster) {
    return pid(cluster)
        .flatMap(ProcessHandle::of)
        .filter(ProcessHandle::isAlive)
        .filter(process -> servesFrom(process, cluster))
        .map(Postmaster::new);
  }

  /// All processes that work on this data directory. Where the main one was killed, the others end
  /// as soon as they notice, and no server can start before.
  static List<Postmaster> allOf(Path cluster) {
    return ProcessHandle.allProcesses()
        .filter(process -> servesFrom(process, cluster))
        .map(Postmaster::new)
        .toList();
  }

  /// The file in which a server names its process.
  static Path pidFile(Path cluster) {
    return cluster.resolve("postmaster.pid");
  }

  long pid() {
    return process.pid();
  }

  /// Ends the server: a fast shutdown (connections are cut, everything is written), after
  /// `patience` an immediate one (the next start recovers from the log).
  ///
  /// @return whether it is gone
  boolean stop(Duration patience) throws IOException, InterruptedException {
    signal("INT");
    if (endsWithin(patience)) {
      return true;
    }
    signal("QUIT");
    return endsWithin(patience);
  }

  /// Ends a process that has lost its server.
  ///
  /// @return whether it is gone
  boolean kill(Duration patience) throws InterruptedException {
    if (!endsWithin(patience)) {
      process.destroyForcibly();
    }
    return endsWithin(patience);
  }

  /// Waits for the end of a process that is no child of this one.
  boolean endsWithin(Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (isRunning()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      Thread.sleep(POLL);
    }
    return true;
  }

  /// A process that ended but was not reaped by its parent has no command any more.
  boolean isRunning() {
    return process.isAlive() && process.info().command().isPresent();
  }

  private void signal(String name) throws IOException, InterruptedException {
    if (WINDOWS) {
      process.destroyForcibly();
    } else {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    }
  }

  private static Optional<Long> pid(Path cluster) {
    try (var lines = Files.lines(pidFile(cluster))) {
      return lines.findFirst().map(String::strip).map(Long::valueOf);
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static boolean servesFrom(ProcessHandle process, Path cluster) {
    ProcessHandle.Info info = process.info();
    if (info.command().filter(Postmaster::isPostgres).isEmpty()) {
      return false;
    }
    try {
      // A server's working directory is its data directory.
      Path workingDirectory = Path.of("/proc", Long.toString(process.pid()), "cwd");
      return workingDirectory.toRealPath().equals(cluster.toRealPath());
    } catch (IOException e) {
      return WINDOWS
          || info.commandLine().filter(line -> line.contains(cluster.toString())).isPresent();
    }
  }

  /// Whether a program is one of PostgreSQL. The system may tell of a process that its program is
  /// `/`, as where the file system of a container was taken away under it.
  ///
  /// @param command as the system tells it
  static boolean isPostgres(String command) {
    Path name = Path.of(command).getFileName();
    return name != null && name.toString().startsWith("postgres");
  }
}
