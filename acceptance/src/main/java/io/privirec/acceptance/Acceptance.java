package io.privirec.acceptance;

import io.privirec.acceptance.campaign.CrashCampaignCommand;
import io.privirec.acceptance.load.BatchesCommand;
import io.privirec.acceptance.load.LoadCommand;
import io.privirec.acceptance.load.OutsidersCommand;
import io.privirec.acceptance.load.OverloadCommand;
import io.privirec.acceptance.load.SoakCommand;
import io.privirec.lab.session.FailedSessionException;
import io.privirec.operator.option.CommandFailures;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command line of `acceptance/run`.
@Command(
    name = "acceptance",
    description = "Tries running services: kills, load and malicious callers.",
    mixinStandardHelpOptions = true,
    subcommands = {
      LoadCommand.class,
      OverloadCommand.class,
      BatchesCommand.class,
      OutsidersCommand.class,
      SoakCommand.class,
      CrashCampaignCommand.class
    })
public final class Acceptance {
  private Acceptance() {}

  /// Runs a command and exits with its status.
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(arguments));
  }

  /// The command line, as the program and tests run it.
  public static CommandLine commandLine() {
    return CommandFailures.reported(
        new CommandLine(new Acceptance()),
        command -> command.replaceFirst("^acceptance", "acceptance/run"),
        Set.of(FailedSessionException.class));
  }
}
