package io.privirec.acceptance;

import io.privirec.fuzz.document.CheckedInText;
import io.privirec.operator.TriedCommand;
import org.junit.jupiter.api.Test;

/// Scripts rely on names of commands and options.
class HelpTest {
  @Test
  void helpOfAllCommands_isAsItWas() {
    CheckedInText.requireFrozen("help.txt", TriedCommand.help(Acceptance.commandLine()));
  }
}
