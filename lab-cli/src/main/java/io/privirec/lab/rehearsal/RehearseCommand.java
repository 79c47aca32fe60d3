package io.privirec.lab.rehearsal;

import io.privirec.lab.option.JsonOption;
import io.privirec.stage.deployment.Lifecycle;
import io.privirec.stage.process.RunDirectory;
import io.privirec.stage.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// `lab rehearse`.
@Command(
    name = "rehearse",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Starts a coordinator and a client-service that hosts all participants, each with its database,"
          + " runs one session of the algorithm rehearsal over HTTP, and tells what memory and disk it"
          + " took, and what each phase took of time and network. The coordinator checks every element of each sum.",
      "Sizes are bytes with a unit of 1024s: 512m, 8GB. Files are below java.io.tmpdir.",
      "Exit status: 0 when the session completed within the limits, 1 when not, 2 for an option that"
          + " cannot be used."
    })
public final class RehearseCommand implements Callable<Integer> {
  @Mixin private RehearseSettings settings = new RehearseSettings();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    settings.check();
    json.clear();
    Terminal terminal = Terminal.ofThisProcess();
    RunDirectory directory = RunDirectory.temporary();
    return new Lifecycle(directory, terminal)
        .run((supervisor, _) -> {
          RehearsalReport report =
              new RehearsalRun(settings, directory, supervisor, terminal).rehearse();
          RehearsalTable.of(report).forEach(terminal::line);
          json.write(report);
          report.failures().forEach(failure -> terminal.line("FAILED: " + failure));
          if (!report.passed()) {
            terminal.line("All logs are below " + directory.path());
          }
          return report.passed() ? Lifecycle.OK : Lifecycle.FAILED;
        });
  }
}
