package io.privirec.lab.campaign;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.lab.process.Ports;
import io.privirec.lab.process.RunDirectory;
import io.privirec.lab.process.ServiceFailedException;
import io.privirec.lab.process.Supervisor;
import io.privirec.lab.process.Teardown;
import io.privirec.lab.run.Cells;
import io.privirec.lab.run.DatasetOption;
import io.privirec.lab.run.InvalidOptionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `lab crash-campaign`.
@Command(
    name = "crash-campaign",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a coordinator and client-services with their databases, runs sessions, kills services"
          + " and databases (SIGKILL) in the middle of them, and checks what must hold all the same.",
      "Kills and sessions are drawn from the seed; what the kills meet depends on the machine.",
      "Exit status: 0 when everything held, 1 when not, 2 for an option or a data file that cannot"
          + " be used. Linux only."
    })
public final class CrashCampaignCommand implements Callable<Integer> {
  private static final int USERS_EACH = 12;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "200",
      description = "How many. Default: ${DEFAULT-VALUE}.")
  private int kills;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of kills, sessions and data. Default: drawn, and printed.")
  private @Nullable Long seed;

  @Option(
      names = "--data",
      paramLabel = "PATH",
      description =
          "Data set whose first users are dealt out, "
              + USERS_EACH
              + " to a participant. Default: synthetic.")
  private @Nullable Path data;

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "8",
      description = "Data holders, 6 to 64. Default: ${DEFAULT-VALUE}.")
  private int participants;

  @Option(
      names = "--cells",
      paramLabel = "C",
      defaultValue = "2",
      description = "Cells that they are in, 2 or more. Default: ${DEFAULT-VALUE}.")
  private int cells;

  @Option(
      names = "--clients",
      paramLabel = "C",
      defaultValue = "4",
      description = "Client-services that host them, 2 or more. Default: ${DEFAULT-VALUE}.")
  private int clients;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the report to this file, as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--max-minutes",
      paramLabel = "M",
      defaultValue = "35",
      description =
          "After that no kill is made, and the campaign fails. Default: ${DEFAULT-VALUE}.")
  private int maxMinutes;

  @Override
  public Integer call() throws IOException, InterruptedException {
    CampaignSettings settings;
    CampaignData holders;
    try {
      settings = settings();
      holders = new CampaignData(dataset(settings), participants, USERS_EACH, settings.seed());
    } catch (InvalidOptionException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
    return run(settings, holders, spec.commandLine().getOut());
  }

  private CampaignSettings settings() {
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      throw new InvalidOptionException("a campaign needs /proc to find database processes");
    }
    return new CampaignSettings(
        kills,
        seed == null ? new SecureRandom().nextInt(1_000_000) : seed,
        data,
        participants,
        cells,
        clients,
        json,
        Duration.ofMinutes(maxMinutes));
  }

  private static Dataset dataset(CampaignSettings settings) {
    Path path = settings.data();
    return path == null ? SyntheticDataset.generate(settings.seed()) : DatasetOption.read(path);
  }

  private static int run(CampaignSettings settings, CampaignData holders, PrintWriter out)
      throws IOException, InterruptedException {
    RunDirectory directory = RunDirectory.temporary();
    Supervisor supervisor = new Supervisor();
    try (Teardown teardown =
        Teardown.of(supervisor, directory, () -> say(out, "stopping the services"))) {
      say(
          out,
          "campaign  seed %d: %d kills, %d participants in %d cells and %d clients; logs are below %s"
              .formatted(
                  settings.seed(),
                  settings.kills(),
                  settings.participants(),
                  settings.cells(),
                  settings.clients(),
                  directory.path()));
      CampaignServices services =
          new CampaignServices(
              directory,
              settings.clients(),
              new Cells(settings.cells()),
              SessionRequests.stagingBudget(settings.participants()),
              Ports.firstFree(1 + settings.clients()));
      try {
        CampaignReport report =
            new CrashCampaign(
                    settings,
                    holders,
                    services,
                    directory,
                    supervisor,
                    line -> say(out, line),
                    teardown::signalled)
                .run();
        ReportTable.of(report).forEach(line -> say(out, line));
        Path file = settings.json();
        if (file != null) {
          report.write(file);
        }
        if (!report.passed()) {
          directory.keepLogs();
          say(out, "All logs are below " + directory.path());
        }
        return report.passed() ? 0 : 1;
      } catch (ServiceFailedException failure) {
        directory.keepLogs();
        say(out, "FAILED: " + failure.getMessage());
        failure.logTail().forEach(line -> say(out, "  | " + line));
        return teardown.signalled() ? 130 : 1;
      }
    }
  }

  private static void say(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
