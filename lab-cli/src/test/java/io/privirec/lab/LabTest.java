package io.privirec.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.lab.process.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be used is refused with status 2 and a sentence, before anything is started. */
class LabTest {
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  private final String ports = String.valueOf(FreePorts.base(4));

  private int run(String... options) {
    List<String> arguments = new ArrayList<>(List.of("run", "--once"));
    arguments.addAll(List.of(options));
    if (!arguments.contains("--port-base")) {
      arguments.addAll(List.of("--port-base", ports));
    }
    return Lab.commandLine()
        .setErr(new PrintWriter(err, true))
        .setOut(new PrintWriter(new StringWriter()))
        .execute(arguments.toArray(String[]::new));
  }

  private void assertRefused(String because, String... options) {
    assertThat(run(options)).as(String.join(" ", options)).isEqualTo(2);
    assertThat(err.toString()).contains(because);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @Test
  void run_optionOutOfRange_isRefusedWithRangeAndValue() {
    assertRefused("--participants must be in [3, 64]. Provided value: 2", "--participants", "2");
    assertRefused("Provided value: 65", "--participants", "65");
    assertRefused(
        "--client-processes must be in [1, 4]. Provided value: 5",
        "--participants=4",
        "--client-processes=5");
    assertRefused(
        "--cells must be in [1, 3], so that each has 3 participants. Provided value: 4",
        "--cells=4");
    assertRefused("must be wait or leave-out-cells", "--on-missing=tolerate");
    assertRefused("--k must be in [1, 4096]. Provided value: 0", "--k", "0");
    assertRefused("--iterations must be in [1, 16]", "--iterations", "17");
    assertRefused("--gamma must be in [0, 100]. Provided value: NaN", "--gamma", "NaN");
    assertRefused("--port-base must be in [1024, 65533]", "--port-base", "80");
    assertRefused(
        "--phase-deadline must be in [PT1S, PT1H]. Provided value: PT0.5S",
        "--phase-deadline=PT0.5S");
  }

  @Test
  void run_optionThatIsNone_isRefused() {
    assertRefused(
        "--algorithm must be one of privirec-k, privirec. Provided value: als",
        "--algorithm",
        "als");
    assertRefused("'ten' is not an int", "--participants", "ten");
    assertRefused("Unknown option: '--fast'", "--fast");
  }

  @Test
  void run_portInUse_isNamed() throws IOException {
    // Not one that the system chooses: those beside it come and go with others' connections.
    int base = FreePorts.base(4);
    try (ServerSocket taken = new ServerSocket(base + 1, 1, InetAddress.getLoopbackAddress())) {
      assertRefused(
          "port %d is in use".formatted(taken.getLocalPort()), "--port-base", String.valueOf(base));
    }
  }

  @Test
  void run_dataIsMissing_isRefused() {
    assertRefused("nowhere does not exist", "--data", directory.resolve("nowhere").toString());
    assertRefused("directory has neither train.txt and test.txt", "--data", directory.toString());
  }

  @Test
  void run_brokenLine_isNamedWithFileAndNumber() throws IOException {
    Path broken = file("ratings.csv", "user,item,rating\nada,metropolis,5\nbob\n");
    assertRefused(broken + ":3: expected 2 to 3 fields, found 1", "--data", broken.toString());
    Path lightGcn = file("train.txt", "0 1 2\n1 2 x\n");
    file("test.txt", "0 3\n");
    assertRefused(lightGcn + ":2: ", "--data", directory.toString());
  }

  @Test
  void run_noData_isRefused() throws IOException {
    assertRefused(
        "there are no interactions", "--data", file("empty.csv", "user,item\n").toString());
  }

  @Test
  void run_dataTooSmall_isRefusedWithWhatItLacks() throws IOException {
    Path two = file("two.csv", "ada,a\nada,b\nada,c\nada,d\nada,e\nbob,a\n");
    assertRefused("10 participants cannot share the 2 users", "--data", two.toString());
    Path untested = file("untested.csv", "ada,a\nbob,a\ncem,a\n");
    assertRefused("holds no interaction out", "--participants=3", "--data", untested.toString());
  }

  @Test
  void run_rankAboveTheData_isRefused() {
    assertRefused(
        "--k must be at most 1500, the smaller of the 2000 users and 1500 items", "--k", "1501");
  }

  @Test
  void run_summaryCannotBeWritten_isRefused() {
    assertRefused("--json: cannot write", "--json", directory.toString());
    assertRefused("--json: cannot write", "--json", directory.resolve("no/where").toString());
  }

  @Test
  void help_namesEveryPublicOption() {
    String usage = Lab.commandLine().getSubcommands().get("run").getUsageMessage();
    assertThat(usage)
        .contains(
            "--data",
            "--participants",
            "--cells",
            "--client-processes",
            "--on-missing",
            "--algorithm",
            "--k",
            "--iterations",
            "--gamma",
            "--seed",
            "--port-base",
            "--once",
            "--json")
        .doesNotContain("--phase-deadline", "--restart-clients");
  }
}
