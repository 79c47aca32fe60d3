package io.privirec.lab.run;

import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.process.Teardown;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Work on services from their start to their end: whatever happens in between, they are stopped,
/// and what went wrong is said with the log that tells why.
public final class Lifecycle {
  /// Exit status of work that did what it should.
  public static final int OK = 0;

  /// Exit status of work that did not.
  public static final int FAILED = 1;

  private static final int ENDED_BY_SIGNAL = 130;

  private final RunDirectory directory;
  private final Screen screen;

  /// @param directory of the services; closed at the end, with the logs kept when something failed
  public Lifecycle(RunDirectory directory, Screen screen) {
    this.directory = directory;
    this.screen = screen;
  }

  /// What is done with services.
  public interface Work {
    /// Starts what it needs.
    ///
    /// @param ending whether this program was told to end: what services then do is no failure
    /// @return the exit status
    int run(Supervisor supervisor, BooleanSupplier ending)
        throws RunFailedException, ServiceFailedException, IOException, InterruptedException;
  }

  /// Does it.
  ///
  /// @return the exit status
  public int run(Work work) throws InterruptedException {
    Supervisor supervisor = new Supervisor();
    try (Teardown teardown =
        Teardown.of(supervisor, directory, () -> screen.line("stopping the services"))) {
      int status = run(work, supervisor, teardown);
      if (status != OK) {
        directory.keepLogs();
      }
      return status;
    }
  }

  private int run(Work work, Supervisor supervisor, Teardown teardown) throws InterruptedException {
    try {
      return work.run(supervisor, teardown::signalled);
    } catch (RunFailedException | ServiceFailedException | IOException failure) {
      return teardown.signalled() ? ENDED_BY_SIGNAL : explain(cause(failure, supervisor));
    }
  }

  /// A request that fails because its service has ended is that service's failure.
  private static Exception cause(Exception failure, Supervisor supervisor) {
    Optional<ServiceProcess> ended = supervisor.ended();
    if (failure instanceof IOException && ended.isPresent()) {
      try {
        supervisor.requireAlive(ended.get());
      } catch (ServiceFailedException of) {
        return of;
      }
    }
    return failure;
  }

  private int explain(Exception failure) {
    screen.line("");
    screen.line("FAILED: " + failure.getMessage());
    if (failure instanceof ServiceFailedException service) {
      screen.line("The end of its log:");
      service.logTail().forEach(line -> screen.line("  | " + line));
    }
    screen.line("All logs are below " + directory.path());
    return FAILED;
  }
}
