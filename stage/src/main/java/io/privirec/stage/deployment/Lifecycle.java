package io.privirec.stage.deployment;

import io.privirec.stage.process.FastStart;
import io.privirec.stage.process.Interrupts;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.ServiceProcess;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/// Work on services from their start to their end: whatever happens in between, they are stopped,
/// and what went wrong is said with the log that tells why.
public final class Lifecycle {
  /// Exit status of work that did what it should.
  public static final int OK = 0;

  /// Exit status of work that did not.
  public static final int FAILED = 1;

  private static final int ENDED_BY_SIGNAL = 130;

  private final RunDirectory directory;
  private final Terminal terminal;
  private boolean stopped;

  /// @param directory of the services; closed at the end, with the logs kept when something failed
  public Lifecycle(RunDirectory directory, Terminal terminal) {
    this.directory = directory;
    this.terminal = terminal;
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

  /// Does it. Everything is stopped exactly once: at the end, or when this program is told to end
  /// (Ctrl-C, SIGTERM, a closed terminal).
  ///
  /// @return the exit status
  public int run(Work work) throws InterruptedException {
    Supervisor supervisor = new Supervisor();
    AtomicBoolean signalled = new AtomicBoolean();
    Thread hook =
        new Thread(
            () -> {
              signalled.set(true);
              if (!supervisor.services().isEmpty()) {
                terminal.line("stopping the services. A second Ctrl-C kills them at once");
              }
              stop(supervisor);
            },
            "teardown");
    Runtime.getRuntime().addShutdownHook(hook);
    try (Interrupts _ = Interrupts.secondOne(supervisor::hurry)) {
      int status = run(work, supervisor, signalled::get);
      if (status != OK) {
        directory.keepLogs();
      }
      stop(supervisor);
      return status;
    } finally {
      stop(supervisor);
      if (!signalled.get()) {
        try {
          Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException signalledNow) {
          // The hook runs, finds everything stopped, and returns.
        }
      }
    }
  }

  private synchronized void stop(Supervisor supervisor) {
    if (stopped) {
      return;
    }
    stopped = true;
    supervisor.close(this::tell);
    try {
      directory.close();
    } catch (IOException e) {
      // A leftover temporary directory harms nobody.
    }
  }

  private void tell(List<ServiceProcess> services, Duration atMost) {
    boolean isRecorded = services.stream().anyMatch(each -> FastStart.isRecorded(each.spec()));
    terminal.line(
        "waiting   for %s%s, at most %s s more"
            .formatted(
                services.stream().map(ServiceProcess::name).collect(Collectors.joining(", ")),
                isRecorded ? ", which write down what they loaded for faster starts" : "",
                atMost.toSeconds()));
  }

  private int run(Work work, Supervisor supervisor, BooleanSupplier ending)
      throws InterruptedException {
    try {
      return work.run(supervisor, ending);
    } catch (RunFailedException | ServiceFailedException | IOException failure) {
      if (ending.getAsBoolean()) {
        return ENDED_BY_SIGNAL;
      }
      explain(cause(failure, supervisor));
      if (!supervisor.services().isEmpty()) {
        terminal.line("All logs are below " + directory.path());
      }
      return FAILED;
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

  private void explain(Exception failure) {
    terminal.line("");
    terminal.line("FAILED: " + failure.getMessage());
    if (failure instanceof ServiceFailedException service) {
      terminal.line("The end of its log:");
      service.logTail().forEach(line -> terminal.line("  | " + line));
    }
  }
}
