package io.privirec.lab;

import io.privirec.lab.attack.AttackCommand;
import io.privirec.lab.bisection.BisectCommand;
import io.privirec.lab.campaign.CrashCampaignCommand;
import io.privirec.lab.evaluation.CheckQualityCommand;
import io.privirec.lab.experiment.DataCommand;
import io.privirec.lab.experiment.DdppmCommand;
import io.privirec.lab.experiment.DefaultsCommand;
import io.privirec.lab.experiment.DpalsCommand;
import io.privirec.lab.experiment.EvaluateCommand;
import io.privirec.lab.experiment.FedPowerCommand;
import io.privirec.lab.experiment.Figure3Command;
import io.privirec.lab.experiment.PruneCommand;
import io.privirec.lab.experiment.Table1Command;
import io.privirec.lab.experiment.Table3Command;
import io.privirec.lab.family.FailedSessionException;
import io.privirec.lab.load.BatchesCommand;
import io.privirec.lab.load.LoadCommand;
import io.privirec.lab.load.OutsidersCommand;
import io.privirec.lab.load.OverloadCommand;
import io.privirec.lab.load.SoakCommand;
import io.privirec.lab.option.InvalidOptionException;
import io.privirec.lab.privacy.PrivacyCommand;
import io.privirec.lab.rehearsal.RehearseCommand;
import io.privirec.lab.roster.RosterCommand;
import io.privirec.lab.run.RunCommand;
import io.privirec.lab.secrets.SecretsCommand;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command line of PriviRec.
@Command(
    name = "lab",
    description = "The demo run and experiments of PriviRec.",
    mixinStandardHelpOptions = true,
    versionProvider = LabVersion.class,
    subcommands = {
      RunCommand.class,
      RosterCommand.class,
      SecretsCommand.class,
      PrivacyCommand.class,
      AttackCommand.class,
      BisectCommand.class,
      CheckQualityCommand.class,
      DataCommand.class,
      EvaluateCommand.class,
      Table1Command.class,
      Table3Command.class,
      Figure3Command.class,
      DefaultsCommand.class,
      DpalsCommand.class,
      FedPowerCommand.class,
      DdppmCommand.class,
      PruneCommand.class,
      LoadCommand.class,
      OverloadCommand.class,
      BatchesCommand.class,
      OutsidersCommand.class,
      SoakCommand.class,
      CrashCampaignCommand.class,
      RehearseCommand.class,
      CompletionCommand.class
    })
public final class Lab {
  private Lab() {}

  /// Runs a command and exits with its status.
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Lab())
        .setParameterExceptionHandler(Lab::refuse)
        .setExecutionExceptionHandler(Lab::fail);
  }

  private static int refuse(CommandLine.ParameterException refused, String[] arguments) {
    return refuse(refused.getCommandLine(), refused);
  }

  private static int refuse(CommandLine command, Exception refused) {
    PrintWriter err = command.getErr();
    err.println(refused.getMessage());
    if (refused instanceof CommandLine.ParameterException wrong) {
      CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
    }
    err.println("See %s --help.".formatted(command.getCommandSpec().qualifiedName()));
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  private static int fail(
      Exception failure, CommandLine command, CommandLine.ParseResult arguments) {
    if (failure instanceof InvalidOptionException) {
      return refuse(command, failure);
    }
    if (failure instanceof FailedSessionException) {
      command.getErr().println(failure.getMessage());
    } else {
      failure.printStackTrace(command.getErr());
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
