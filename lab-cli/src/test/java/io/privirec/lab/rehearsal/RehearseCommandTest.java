package io.privirec.lab.rehearsal;

import io.privirec.lab.LabCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be used is refused with status 2 and a sentence, before anything is started. */
class RehearseCommandTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --elements=0             | --elements must be in [1, 2147483648]. Provided value: 0
          --elements=2147483649    | Provided value: 2147483649
          --ring-bits=8            | --ring-bits must be 16, 24, 32 or 64. Provided value: 8
          --participants=2         | --participants must be in [3, 10000]. Provided value: 2
          --cells=4                | --cells must be in [1, 3]
          --round-kind=open        | --round-kind must be closed or tolerant. Provided value: open
          --rounds=17              | --rounds must be in [1, 16]. Provided value: 17
          --heap=8m                | --heap must be in [64.0 MiB, 65,536.0 MiB]
          --staging-budget=1000    | --staging-budget must be at least 1.0 MiB
          --max-anonymous=much     | '--max-anonymous'
          --heap=1.5g              | must be a number of bytes such as 512m
          """,
      quoteCharacter = '`')
  void option_thatCannotBeUsed_isRefusedByName(String option, String because) {
    LabCommand rehearse = new LabCommand("rehearse", option);
    if (option.startsWith("--elements")) {
      rehearse.refuses(because);
    } else {
      rehearse.refuses(because, "--elements=1000");
    }
  }

  @Test
  void reportCannotBeWritten_isRefused() {
    new LabCommand("rehearse", "--elements=1000")
        .refuses("--json: cannot write", "--json=" + directory.resolve("no/where"));
  }
}
