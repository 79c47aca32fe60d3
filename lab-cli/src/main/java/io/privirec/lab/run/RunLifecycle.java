package io.privirec.lab.run;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.evaluation.GramComparison;
import io.privirec.lab.option.JsonOption;
import io.privirec.lab.option.OutputFile;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.Lifecycle;
import io.privirec.stage.deployment.RunFailedException;
import io.privirec.stage.process.Ports;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.process.ServiceFailedException;
import io.privirec.stage.process.Supervisor;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// A run from its checks to its end.
record RunLifecycle(RunSettings settings, Terminal terminal) {
  private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

  /// Runs it.
  ///
  /// @return the exit status
  /// @throws InvalidOptionException when an option or the data cannot be used; nothing was started
  int run() throws IOException, InterruptedException {
    OutputFile.clear("--json", settings.json());
    RunData data = RunData.load(settings);
    Dataset dataset = data.dataset();
    RunDirectory directory = openDirectory();
    return new Lifecycle(directory, terminal)
        .run((supervisor, ending) -> {
          if (settings.running() == null) {
            requireFreePorts();
          }
          terminal.line(
              "data      %s: %,d users, %,d items, %,d interactions, sha256 %s"
                  .formatted(
                      dataset.name(),
                      dataset.users(),
                      dataset.items(),
                      dataset.interactions(),
                      dataset.sha256()));
          if (dataset.duplicates() > 0) {
            terminal.line(
                "          %,d lines repeated a pair of user and item: the last one counts"
                    .formatted(dataset.duplicates()));
          }
          return run(data, directory, supervisor, ending);
        });
  }

  private int run(
      RunData data, RunDirectory directory, Supervisor supervisor, BooleanSupplier ending)
      throws IOException, InterruptedException, RunFailedException, ServiceFailedException {
    ClientCare care = new ClientCare(supervisor, settings.restartClients(), terminal, ending);
    DemoRun.Result result =
        new DemoRun(settings, data, directory, supervisor, care, terminal).run();
    SummaryTable.of(result.summary()).forEach(terminal::line);
    JsonOption.write(settings.json(), result.summary());
    GramComparison gram = result.summary().gram();
    if (gram != null && !gram.explained()) {
      throw new RunFailedException(
          "%,d entries of the item Gram matrix differ from the central one by more than rounding"
              .formatted(gram.beyond()));
    }
    Summary.PrivacySummary privacy = result.summary().privacy();
    if (privacy != null && !privacy.agrees()) {
      throw new RunFailedException("plan, release and ledgers tell different epsilons");
    }
    if (!settings.once() && result.own().isPresent()) {
      new Serving(result.own().get(), data, settings).lines().forEach(terminal::line);
      serve(care);
    }
    return Lifecycle.OK;
  }

  private RunDirectory openDirectory() throws IOException {
    if (settings.once() || settings.running() != null) {
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
}
