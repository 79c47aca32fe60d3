package io.privirec.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.document.CheckedInText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorTest {
  /// Scripts rely on names of commands and options.
  @Test
  void helpOfAllCommands_isAsItWas() {
    CheckedInText.requireFrozen("help.txt", TriedCommand.help(Operator.commandLine()));
  }

  @Test
  void optionThatCannotBeUsed_isRefusedByName() {
    TriedCommand privirec = new TriedCommand();
    privirec.refuses("'--token-file=FILE'", "bisect", "--session=s");
    privirec.refuses("See ./privirec bisect --help", "bisect", "--session=s");
    privirec.refuses("Possible solutions: --token-file", "bisect", "--session=s", "--token-fiel=t");
  }

  @Test
  void mistypedSubcommand_isCorrectedWithinItsCommand() {
    TriedCommand roster = new TriedCommand("roster");
    roster.refuses("Did you mean: ./privirec roster sign?", "sgin");
    roster.refuses("Did you mean: ./privirec roster sign?", "sig");
    roster.refuses("Did you mean: ./privirec roster explain?", "Explan");
    roster.refuses("See ./privirec roster --help", "bisect");
    assertThat(roster.err()).as("a command beside roster").doesNotContain("Did you mean");
    new TriedCommand().refuses("Did you mean: ./privirec roster?", "rsoter");
  }

  @Test
  void completion_scriptOfBash_completesOptionsOfRosterSign(@TempDir Path home) throws Exception {
    TriedCommand completion = new TriedCommand("generate-completion");
    completion.succeeds();
    Path script = Files.writeString(home.resolve("completion"), completion.out());
    String ask =
        "source %s && COMP_WORDS=(privirec roster sign --mem) COMP_CWORD=3 && _complete_privirec && echo ${COMPREPLY[*]}"
            .formatted(script);
    Process bash = new ProcessBuilder("bash", "-c", ask).redirectErrorStream(true).start();
    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("--members");
    assertThat(bash.waitFor()).isZero();
  }
}
