package io.privirec.lab;

import io.privirec.lab.run.RunCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `lab generate-completion`.
@Command(
    name = "generate-completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a script for bash and zsh that completes subcommands and options of ./lab and ./run:",
      "  source <(./lab generate-completion)"
    })
final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    CommandLine lab = spec.root().commandLine();
    spec.commandLine().getOut().println(AutoComplete.bash("lab", lab));
    spec.commandLine()
        .getOut()
        .println(AutoComplete.bash("run", new CommandLine(new RunCommand())));
    spec.commandLine().getOut().flush();
  }
}
