package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Processes that belong to a directory: its path is in their command line, or they work in it.
public final class ProcessesBelow {
  private ProcessesBelow() {}

  /// One line for each, this process aside.
  public static List<String> of(Path directory) {
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(process -> names(process, directory) || worksIn(process, directory))
        .map(process ->
            process.pid() + " " + process.info().commandLine().orElse("(command not known)"))
        .toList();
  }

  private static boolean names(ProcessHandle process, Path directory) {
    return process.info().commandLine().filter(l -> l.contains(directory.toString())).isPresent();
  }

  static boolean worksIn(ProcessHandle process, Path directory) {
    try {
      return Files.readSymbolicLink(Path.of("/proc", Long.toString(process.pid()), "cwd"))
          .startsWith(directory);
    } catch (IOException endedOrForeign) {
      return false;
    }
  }
}
