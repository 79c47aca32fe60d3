package io.privirec.lab.run;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.process.Ports;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.ServiceProcess;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.process.Teardown;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A run from its checks to its end: whatever happens in between, services are stopped, and what
/// went wrong is said with the log that tells why.
final class RunLifecycle {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int ENDED_BY_SIGNAL = 130;
  private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

  private final RunSettings settings;
  private final Screen screen;

  RunLifecycle(RunSettings settings, Screen screen) {
    this.settings = settings;
    this.screen = screen;
  }

  /// Runs it.
  ///
  /// @return the exit status
  /// @throws InvalidOptionException when an option or the data cannot be used; nothing was started
  int run() throws IOException, InterruptedException {
    JsonFile.clear(settings.json());
    RunData data = RunData.load(settings);
    Dataset dataset = data.dataset();
    RunDirectory directory = openDirectory();
    Supervisor supervisor = new Supervisor();
    try (Teardown teardown =
        Teardown.of(supervisor, directory, () -> screen.line("stopping the services"))) {
      requireFreePorts();
      screen.line(
          "data      %s: %,d users, %,d items, %,d interactions, sha256 %s"
              .formatted(
                  dataset.name(),
                  dataset.users(),
                  dataset.items(),
                  dataset.interactions(),
                  dataset.sha256()));
      int status = run(data, directory, supervisor, teardown);
      if (status != OK) {
        directory.keepLogs();
      }
      return status;
    }
  }

  private int run(RunData data, RunDirectory directory, Supervisor supervisor, Teardown teardown)
      throws InterruptedException {
    ClientCare care =
        new ClientCare(supervisor, settings.restartClients(), screen, teardown::signalled);
    try {
      DemoRun.Result result =
          new DemoRun(settings, data, directory, supervisor, care, screen).run();
      SummaryTable.of(result.summary()).forEach(screen::line);
      Path file = settings.json();
      if (file != null) {
        result.summary().write(file);
      }
      if (!settings.once()) {
        new Serving(result.services(), data, settings).lines().forEach(screen::line);
        serve(care);
      }
      return OK;
    } catch (RunFailedException | ServiceFailedException | IOException failure) {
      return teardown.signalled()
          ? ENDED_BY_SIGNAL
          : explain(cause(failure, supervisor), directory);
    }
  }

  private RunDirectory openDirectory() throws IOException {
    if (settings.once()) {
      return RunDirectory.temporary();
    }
    Path path = Path.of(System.getProperty("user.home"), ".privirec", "run-" + settings.portBase());
    try {
      return RunDirectory.at(path);
    } catch (FileAlreadyExistsException inUse) {
      throw new InvalidOptionException(
          "another run uses %s. Choose other ports with --port-base".formatted(path));
    }
  }

  private void requireFreePorts() {
    int first = settings.portBase();
    Optional<Integer> taken = Ports.firstTaken(first, settings.ports());
    if (taken.isPresent()) {
      throw new InvalidOptionException(
          "port %d is in use; this run needs %d to %d. Choose others with --port-base"
              .formatted(taken.get(), first, first + settings.ports() - 1));
    }
  }

  /// Returns only when something has gone wrong; the way out is a signal.
  private static void serve(ClientCare care)
      throws ServiceFailedException, IOException, InterruptedException {
    while (true) {
      care.look();
      Thread.sleep(WATCH_INTERVAL);
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

  private int explain(Exception failure, RunDirectory directory) {
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
