package io.privirec.lab.run;

import io.privirec.lab.process.Ports;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.Supervisor;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab run`: the main job.
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts the three services, runs a session over HTTP, evaluates its release and keeps serving.",
      "Exit status: 0 when the session completed and the numbers were computed, 1 when not, 2 for an"
          + " option or a data file that cannot be used."
    })
public final class RunCommand implements Callable<Integer> {
  private static final int OK = 0;
  private static final int FAILED = 1;
  private static final int ENDED_BY_SIGNAL = 130;
  private static final Duration WATCH_INTERVAL = Duration.ofMillis(500);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Directory or file: LightGCN train.txt and test.txt, MovieLens u.data or ratings.dat, or CSV"
            + " user,item[,rating]; .gz too. Data without a split gets a seeded 80/20 split per user.",
        "Default: a synthetic data set of 2,000 users and 1,500 items."
      })
  private @Nullable Path data;

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "10",
      description = "Data holders that users are dealt out to, 3 to 64. Default: ${DEFAULT-VALUE}.")
  private int participants;

  @Option(
      names = "--client-processes",
      paramLabel = "C",
      defaultValue = "1",
      description = "Client-services that host the participants. Default: ${DEFAULT-VALUE}.")
  private int clientProcesses;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      defaultValue = SessionRun.ALGORITHM,
      description = "The session's algorithm: privirec-k.")
  private String algorithm = SessionRun.ALGORITHM;

  @Option(
      names = "--k",
      paramLabel = "K",
      description =
          "Rank of the filter, up to the number of users and items. Default: 256, or a sixteenth"
              + " of the smaller of those where that is less.")
  private @Nullable Integer k;

  @Option(
      names = "--iterations",
      paramLabel = "L",
      defaultValue = "2",
      description = "Power iterations, each one secure sum, 1 to 16. Default: ${DEFAULT-VALUE}.")
  private int iterations;

  @Option(
      names = "--gamma",
      paramLabel = "G",
      defaultValue = "0.3",
      description = "Weight of the ideal low-pass part, 0 to 100. Default: ${DEFAULT-VALUE}.")
  private double gamma;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description =
          "Of the public start basis, of who holds which users, and of the synthetic data."
              + " Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--port-base",
      paramLabel = "P",
      defaultValue = "${env:PRIVIREC_PORT_BASE:-7800}",
      description =
          "The coordinator listens on 127.0.0.1:P, the recommender on P+1, clients from P+2 on."
              + " Default: PRIVIREC_PORT_BASE of the environment, else 7800.")
  private int portBase;

  @Option(names = "--once", description = "Stop after the summary instead of serving on.")
  private boolean once;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the summary to this file, as JSON.")
  private @Nullable Path json;

  @Option(names = "--phase-deadline", paramLabel = "DURATION", hidden = true)
  private @Nullable Duration phaseDeadline;

  @Option(names = "--restart-clients", hidden = true)
  private boolean restartClients;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Screen screen = Screen.ofThisProcess();
    RunSettings settings;
    RunData runData;
    RunDirectory directory;
    try {
      settings = settings();
      requireUsable(settings);
      runData = RunData.load(settings);
      directory = openDirectory(settings);
    } catch (InvalidOptionException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    screen.line(
        "data      %s: %,d users, %,d items, %,d interactions, sha256 %s"
            .formatted(
                runData.dataset().name(),
                runData.dataset().users(),
                runData.dataset().items(),
                runData.dataset().interactions(),
                runData.dataset().sha256()));
    Supervisor supervisor = new Supervisor();
    try (Teardown teardown = Teardown.of(supervisor, directory, screen)) {
      int status = run(settings, runData, directory, supervisor, screen, teardown);
      if (status != OK) {
        directory.keepLogs();
      }
      return status;
    }
  }

  private int run(
      RunSettings settings,
      RunData runData,
      RunDirectory directory,
      Supervisor supervisor,
      Screen screen,
      Teardown teardown)
      throws InterruptedException {
    try {
      DemoRun.Result result = new DemoRun(settings, runData, directory, supervisor, screen).run();
      SummaryTable.of(result.summary()).forEach(screen::line);
      Path file = settings.json();
      if (file != null) {
        result.summary().write(file);
      }
      if (!settings.once()) {
        new Serving(result.services(), runData, settings).lines().forEach(screen::line);
        serve(supervisor, screen);
      }
      return OK;
    } catch (ServiceFailedException e) {
      return teardown.signalled() ? ENDED_BY_SIGNAL : explain(e, screen);
    } catch (RunFailedException | IOException e) {
      return teardown.signalled() ? ENDED_BY_SIGNAL : explain(e, supervisor, screen);
    }
  }

  private RunSettings settings() {
    if (!algorithm.equals(SessionRun.ALGORITHM)) {
      throw new InvalidOptionException(
          "--algorithm must be %s. Provided value: %s".formatted(SessionRun.ALGORITHM, algorithm));
    }
    return new RunSettings(
        data,
        participants,
        clientProcesses,
        k,
        iterations,
        gamma,
        seed,
        portBase,
        once,
        json,
        phaseDeadline,
        restartClients);
  }

  /// An old summary must not be taken for the one of a run that failed.
  private static void requireUsable(RunSettings settings) {
    Ports.firstTaken(settings.portBase(), settings.ports())
        .ifPresent(port -> {
          throw new InvalidOptionException(
              "port %d is in use; this run needs %d to %d. Choose others with --port-base"
                  .formatted(
                      port, settings.portBase(), settings.portBase() + settings.ports() - 1));
        });
    Path file = settings.json();
    if (file == null) {
      return;
    }
    Path parent = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || parent == null || !Files.isWritable(parent)) {
      throw new InvalidOptionException("--json: cannot write " + file);
    }
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new InvalidOptionException("--json: cannot write " + file);
    }
  }

  private static RunDirectory openDirectory(RunSettings settings) throws IOException {
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

  /// Returns only when something has gone wrong; the way out is a signal.
  private static void serve(Supervisor supervisor, Screen screen)
      throws ServiceFailedException, IOException, InterruptedException {
    ClientCare care = new ClientCare(supervisor, false, screen);
    while (true) {
      care.look();
      Thread.sleep(WATCH_INTERVAL);
    }
  }

  private static int explain(ServiceFailedException failure, Screen screen) {
    screen.line("");
    screen.line("FAILED: " + failure.getMessage() + ". The end of its log:");
    failure.logTail().forEach(line -> screen.line("  | " + line));
    screen.line("All of it: " + failure.log());
    return FAILED;
  }

  /// A request that fails because its service has ended is that service's failure.
  private static int explain(Exception failure, Supervisor supervisor, Screen screen) {
    var ended = failure instanceof IOException ? supervisor.ended() : java.util.Optional.empty();
    if (ended.isPresent()
        && ended.get() instanceof io.privirec.lab.process.ServiceProcess service) {
      try {
        supervisor.requireAlive(service);
      } catch (ServiceFailedException of) {
        return explain(of, screen);
      }
    }
    screen.line("");
    screen.line("FAILED: " + failure.getMessage());
    return FAILED;
  }
}
