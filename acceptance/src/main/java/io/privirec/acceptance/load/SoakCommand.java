package io.privirec.acceptance.load;

import io.privirec.filter.data.SyntheticDataset;
import io.privirec.lab.option.JsonOption;
import io.privirec.operator.option.InvalidOptionException;
import io.privirec.stage.deployment.Lifecycle;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `acceptance soak`.
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a coordinator, two client-services and a recommender, runs one session after the other, and asks the"
          + " recommender at a constant rate, while it takes one release after the other. Before that, 20 s have a"
          + " quarter of the rate and no sessions. Tells whether heaps after a"
          + " collection, open files and sockets, connections to databases, and disks stay what they are.",
      "Exit status: 0, 1 when a request or a session failed or something grew, 2 for an option that cannot be used."
          + " Linux only."
    })
public final class SoakCommand implements Callable<Integer> {
  private static final long SEED = 1;

  @Option(names = "--minutes", paramLabel = "M", description = "Default: 5.")
  private double minutes = 5;

  @Option(
      names = "--rate",
      paramLabel = "R",
      description = "Requests per second to the recommender. Default: 200.")
  private double rate = 200;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    json.clear();
    if (!(minutes >= .5 && minutes <= 10_000) || !(rate > 0 && rate <= 100_000)) {
      throw new InvalidOptionException(
          "--minutes must be in [0.5, 10000], --rate in (0, 100000]. Provided values: %s, %s"
              .formatted(minutes, rate));
    }
    Terminal terminal = Terminal.ofThisProcess();
    RunDirectory directory = RunDirectory.temporary();
    return new Lifecycle(directory, terminal)
        .run((supervisor, _) -> {
          terminal.line(
              "soak      %s minutes, %s requests per second; logs are below %s"
                  .formatted(minutes, rate, directory.path()));
          SoakReport report =
              new Soak(
                      SyntheticDataset.generate(SEED),
                      rate,
                      Duration.ofMillis(Math.round(minutes * 60_000)),
                      directory,
                      supervisor,
                      terminal)
                  .run();
          report.lines().forEach(terminal::line);
          json.write(report);
          return LoadReport.conclude(report.misses(), ".");
        });
  }
}
