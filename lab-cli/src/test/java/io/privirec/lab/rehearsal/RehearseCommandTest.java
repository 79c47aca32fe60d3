package io.privirec.lab.rehearsal;

import io.privirec.lab.LabCommand;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be used is refused with status 2 and a sentence, before anything is started. */
class RehearseCommandTest {
  @TempDir private Path directory;

  private final LabCommand rehearse = new LabCommand("rehearse", "--elements=1000");

  @Test
  void numberOutOfRange_isRefusedWithRangeAndValue() {
    LabCommand unsized = new LabCommand("rehearse");
    unsized.refuses("--elements must be in [1, 2147483648]. Provided value: 0", "--elements=0");
    unsized.refuses("Provided value: 2147483649", "--elements=2147483649");
    rehearse.refuses("--ring-bits must be 16, 24, 32 or 64. Provided value: 8", "--ring-bits", "8");
    rehearse.refuses(
        "--participants must be in [3, 10000]. Provided value: 2", "--participants", "2");
    rehearse.refuses("--cells must be in [1, 3]", "--cells", "4");
    rehearse.refuses(
        "--round-kind must be closed or tolerant. Provided value: open", "--round-kind", "open");
    rehearse.refuses("--rounds must be in [1, 16]. Provided value: 17", "--rounds", "17");
  }

  @Test
  void sizeOutOfRangeOrNone_isRefusedWithItsOption() {
    rehearse.refuses("--heap must be in [64.0 MiB, 65,536.0 MiB]", "--heap", "8m");
    rehearse.refuses("--staging-budget must be at least 1.0 MiB", "--staging-budget", "1000");
    rehearse.refuses("'--max-anonymous'", "--max-anonymous", "much");
    rehearse.refuses("must be a number of bytes such as 512m", "--heap", "1.5g");
  }

  @Test
  void reportCannotBeWritten_isRefused() {
    rehearse.refuses("--json: cannot write", "--json", directory.resolve("no/where").toString());
  }
}
