package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The embedded PostgreSQL server of one service as the operating system sees it: every process
/// whose working directory is the service's database. Linux only: elsewhere it sees nothing.
///
/// @param directory the database's directory
public record DatabaseServer(Path directory) {
  /// The server of a service; it may run or not.
  public static DatabaseServer of(ServiceSpec service) {
    return new DatabaseServer(service.dataDirectory().resolve("postgres"));
  }

  /// The process that started all others, if it lives.
  public Optional<ProcessHandle> main() {
    try (Stream<String> lines = Files.lines(directory.resolve("postmaster.pid"))) {
      return lines
          .findFirst()
          .map(line -> Long.valueOf(line.strip()))
          .flatMap(ProcessHandle::of)
          .filter(process -> ProcessesBelow.worksIn(process, directory));
    } catch (IOException | NumberFormatException notRunning) {
      return Optional.empty();
    }
  }

  /// All processes, the main one first.
  public List<ProcessHandle> processes() {
    long main = main().map(ProcessHandle::pid).orElse(-1L);
    return ProcessHandle.allProcesses()
        .filter(process -> ProcessesBelow.worksIn(process, directory))
        .sorted(
            Comparator.comparing((ProcessHandle process) -> process.pid() != main)
                .thenComparingLong(ProcessHandle::pid))
        .toList();
  }
}
