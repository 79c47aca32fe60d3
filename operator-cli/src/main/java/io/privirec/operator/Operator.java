package io.privirec.operator;

import io.privirec.operator.bisection.BisectCommand;
import io.privirec.operator.option.CommandFailures;
import io.privirec.operator.roster.RosterCommand;
import io.privirec.operator.secrets.SecretsCommand;
import java.util.Locale;
import java.util.Set;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/// The command line of operators and holders.
@Command(
    name = "privirec",
    description = "Tools for operators and holders of PriviRec.",
    mixinStandardHelpOptions = true,
    versionProvider = Operator.Version.class,
    subcommands = {
      RosterCommand.class,
      SecretsCommand.class,
      PrivacyCommand.class,
      BisectCommand.class,
      AutoComplete.GenerateCompletion.class
    })
public final class Operator {
  private Operator() {}

  /// Runs a command and exits with its status.
  public static void main(String[] arguments) {
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return CommandFailures.reported(new CommandLine(new Operator()), "./"::concat, Set.of());
  }

  /// The version in the jar's manifest.
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Operator.class.getPackage().getImplementationVersion();
      return new String[] {"PriviRec " + (version == null ? "(development)" : version)};
    }
  }
}
