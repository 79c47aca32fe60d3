package io.privirec.lab.process;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A process left by an earlier run that was killed.
final class StaleProcess {
  private static final long GRACE_SECONDS = 10;

  private StaleProcess() {}

  /// The process of an id that was written down, if it is still the one that was meant.
  ///
  /// @param marker what its command line contains
  static Optional<ProcessHandle> find(String pid, String marker) {
    try {
      return ProcessHandle.of(Long.parseLong(pid.strip()))
          .filter(
              process -> process.info().commandLine().filter(l -> l.contains(marker)).isPresent());
    } catch (NumberFormatException notAPid) {
      return Optional.empty();
    }
  }

  /// Asks it to end, and kills it when it does not.
  static void end(ProcessHandle process) {
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
