package io.privirec.lab;

import io.privirec.lab.attack.AttackCommand;
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
import io.privirec.lab.privacy.PrivacyCommand;
import io.privirec.lab.rehearsal.RehearseCommand;
import io.privirec.lab.run.RunCommand;
import io.privirec.lab.session.FailedSessionException;
import io.privirec.operator.bisection.BisectCommand;
import io.privirec.operator.option.CommandFailures;
import io.privirec.operator.roster.RosterCommand;
import io.privirec.operator.secrets.SecretsCommand;
import java.util.Locale;
import java.util.Set;
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
      RehearseCommand.class,
      CompletionCommand.class
    })
public final class Lab {
  private static final String OPERATORS = "io.privirec.operator";

  private Lab() {}

  /// Runs a command and exits with its status.
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine lab = new CommandLine(new Lab());
    return CommandFailures.reported(lab, Lab::typed, Set.of(FailedSessionException.class))
        .setExecutionStrategy(Lab::execute);
  }

  /// `./run` is a script of its own.
  private static String typed(String command) {
    return command.equals("lab run") ? "./run" : "./" + command;
  }

  /// Commands of `./privirec` stay here for one release.
  private static int execute(CommandLine.ParseResult parsed) {
    CommandLine command = parsed.asCommandLineList().getLast();
    String moved = command.getCommandSpec().qualifiedName().replaceFirst("^lab ", "./privirec ");
    if (parsed.asCommandLineList().stream().anyMatch(Lab::isOfOperators)) {
      command
          .getErr()
          .println(
              "This command is now %s, and leaves ./lab with the next release.".formatted(moved));
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static boolean isOfOperators(CommandLine command) {
    return command.getCommand().getClass().getPackageName().startsWith(OPERATORS);
  }
}
