package io.privirec.lab;

import io.privirec.fuzz.document.CheckedInText;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// Scripts rely on names of commands and options.
class HelpTest {
  private static void append(CommandLine command, StringBuilder text) {
    text.append("$ ")
        .append(command.getCommandSpec().qualifiedName())
        .append(" --help\n")
        .append(command.getUsageMessage(Ansi.OFF))
        .append('\n');
    command.getSubcommands().values().stream().distinct().forEach(each -> append(each, text));
  }

  @Test
  void helpOfAllCommands_isAsItWas() {
    StringBuilder text = new StringBuilder();
    append(Lab.commandLine(), text);
    CheckedInText.requireFrozen("help.txt", text.toString());
  }
}
