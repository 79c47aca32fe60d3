package io.privirec.lab.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What cannot be used is refused with status 2 and a sentence, before anything is started. */
class RehearseCommandTest {
  @TempDir private Path directory;

  private void assertRefused(String because, String... options) {
    StringWriter err = new StringWriter();
    List<String> arguments = new ArrayList<>(List.of(options));
    if (!arguments.contains("--elements")) {
      arguments.addAll(List.of("--elements", "1000"));
    }
    int status =
        new CommandLine(new RehearseCommand())
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    assertThat(status).as(String.join(" ", options)).isEqualTo(2);
    assertThat(err.toString()).contains(because);
  }

  @Test
  void numberOutOfRange_isRefusedWithRangeAndValue() {
    assertRefused("--elements must be in [1, 2147483648]. Provided value: 0", "--elements", "0");
    assertRefused("Provided value: 2147483649", "--elements", "2147483649");
    assertRefused("--ring-bits must be 16, 24, 32 or 64. Provided value: 8", "--ring-bits", "8");
    assertRefused("--participants must be in [3, 10000]. Provided value: 2", "--participants", "2");
    assertRefused("--cells must be in [1, 3]", "--cells", "4");
    assertRefused(
        "--round-kind must be closed or tolerant. Provided value: open", "--round-kind", "open");
    assertRefused("--rounds must be in [1, 16]. Provided value: 17", "--rounds", "17");
  }

  @Test
  void sizeOutOfRangeOrNone_isRefusedWithItsOption() {
    assertRefused("--heap must be in [64.0 MiB, 65,536.0 MiB]", "--heap", "8m");
    assertRefused("--staging-budget must be at least 1.0 MiB", "--staging-budget", "1000");
    assertRefused("'--max-anonymous'", "--max-anonymous", "much");
    assertRefused("must be a number of bytes such as 512m", "--heap", "1.5g");
  }

  @Test
  void reportCannotBeWritten_isRefused() {
    assertRefused("--json: cannot write", "--json", directory.resolve("no/where").toString());
  }

  @Test
  void help_namesEveryOption() {
    assertThat(new CommandLine(new RehearseCommand()).getUsageMessage())
        .contains(
            "--elements",
            "--ring-bits",
            "--participants",
            "--round-kind",
            "--cells",
            "--rounds",
            "--heap",
            "--staging-budget",
            "--max-anonymous",
            "--json");
  }
}
