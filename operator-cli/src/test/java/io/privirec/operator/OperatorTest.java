package io.privirec.operator;

import io.privirec.fuzz.document.CheckedInText;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

class OperatorTest {
  private static void append(CommandLine command, StringBuilder text) {
    text.append("$ ")
        .append(command.getCommandSpec().qualifiedName())
        .append(" --help\n")
        .append(command.getUsageMessage(Ansi.OFF))
        .append('\n');
    command.getSubcommands().values().stream().distinct().forEach(each -> append(each, text));
  }

  /// Scripts rely on names of commands and options.
  @Test
  void helpOfAllCommands_isAsItWas() {
    StringBuilder text = new StringBuilder();
    append(Operator.commandLine(), text);
    CheckedInText.requireFrozen("help.txt", text.toString());
  }

  @Test
  void optionThatCannotBeUsed_isRefusedByName() {
    TriedCommand privirec = new TriedCommand();
    privirec.refuses("'--token-file=FILE'", "bisect", "--session=s");
    privirec.refuses("See privirec bisect --help", "bisect", "--session=s");
  }
}
