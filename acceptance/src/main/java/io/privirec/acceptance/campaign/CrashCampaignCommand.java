package io.privirec.acceptance.campaign;

import io.privirec.lab.option.JsonOption;
import io.privirec.stage.deployment.Lifecycle;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `acceptance crash-campaign`.
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
  @Mixin private CampaignSettings settings = new CampaignSettings();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    settings.check();
    json.clear();
    CampaignData data = CampaignData.of(settings);
    Terminal terminal = Terminal.ofThisProcess();
    RunDirectory directory = RunDirectory.temporary();
    return new Lifecycle(directory, terminal)
        .run((supervisor, ending) -> {
          terminal.line(
              "campaign  seed %d: %d kills, %s sessions, %d participants in %d cells and %d clients; logs are below %s"
                  .formatted(
                      settings.seed,
                      settings.kills,
                      settings.sessions.label(),
                      settings.participants,
                      settings.cells,
                      settings.clients,
                      directory.path()));
          CampaignReport report =
              new CrashCampaign(settings, data, directory, supervisor, terminal, ending).run();
          ReportTable.of(report).forEach(terminal::line);
          json.write(report);
          if (!report.passed()) {
            terminal.line("All logs are below " + directory.path());
          }
          return report.passed() ? Lifecycle.OK : Lifecycle.FAILED;
        });
  }
}
