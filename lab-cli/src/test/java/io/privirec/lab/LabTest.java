package io.privirec.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.stage.process.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be used is refused with status 2 and a sentence, before anything is started. */
class LabTest {
  private final LabCommand run =
      new LabCommand("run", "--once", "--no-noise", "--port-base=" + FreePorts.base(4));

  @TempDir private Path directory;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --participants=2       | --participants must be in [3, 64]. Provided value: 2
          --participants=65      | Provided value: 65
          --participants=4 --client-processes=5 | --client-processes must be in [1, 4]. Provided value: 5
          --cells=4              | --cells must be in [1, 3], so that each has 3 participants. Provided value: 4
          --on-missing=tolerate  | must be wait or leave-out-cells
          --k=0                  | --k must be in [1, 4096]. Provided value: 0
          --iterations=17        | iterations must be in [1, 16]. Provided value: 17
          --gamma=NaN            | --gamma must be in [0, 100]. Provided value: NaN
          --phase-deadline=PT0.5S | --phase-deadline must be in [PT1S, PT1H]. Provided value: PT0.5S
          --algorithm=knn        | --algorithm must be one of privirec-k, privirec, item-degrees, als, ials, dpals, dpials, fedpower, fedpower-private, fedpower-utility, ddppm. Provided value: knn
          --participants=ten     | 'ten' is not an int
          --fast                 | Unknown option: '--fast'
          --fast                 | See ./run --help.
          --seeds=0              | --seeds must be in [1, 100]. Provided value: 0
          --algorithm=privirec-l | Did you mean privirec-k
          --algorithm=fedpower-utilty | Did you mean fedpower-utility
          --partcipants=4        | Possible solutions: --participants
          --parameter=minSuport=3 | Did you mean minSupport
          --parameter=model.gama=1 | Did you mean gamma
          --k=1501               | --k must be at most 1500, the smaller of the 2400 users and 1500 items
          """,
      quoteCharacter = '`')
  void run_optionThatCannotBeUsed_isRefusedByName(String options, String because) {
    run.refuses(because, options.split(" ", -1));
  }

  @Test
  void commandOfOperators_runs_andSaysWhereItIsNow() {
    LabCommand account = new LabCommand("privacy", "account");
    account.succeeds(
        "--delta=1e-6",
        "distributed_discrete_gaussian:n=10,variance=50166287,l2=4222,l1=159282,dim=1501");
    assertThat(account.out()).contains("rho_zcdp");
    assertThat(account.err())
        .isEqualToIgnoringNewLines(
            "This command is now ./privirec privacy account, and leaves ./lab with the next release.");
  }

  @Test
  void run_portBaseOutOfRange_isRefused() {
    new LabCommand("run")
        .refuses("--port-base must be in [1024, 65533]", "--once", "--port-base=80");
  }

  @Test
  void run_portInUse_isNamed() throws IOException {
    // Not one that the system chooses: those beside it come and go with others' connections.
    int base = FreePorts.base(4);
    try (ServerSocket taken = new ServerSocket(base + 1, 1, InetAddress.getLoopbackAddress())) {
      new LabCommand("run", "--once")
          .refuses("port %d is in use".formatted(taken.getLocalPort()), "--port-base=" + base);
    }
  }

  @Test
  void run_dataIsMissing_isRefused() {
    run.refuses("nowhere does not exist", "--data", directory.resolve("nowhere").toString());
    run.refuses("directory has neither train.txt and test.txt", "--data", directory.toString());
  }

  @Test
  void run_brokenLine_isNamedWithFileAndNumber() throws IOException {
    Path broken = file("ratings.csv", "user,item,rating\nada,metropolis,5\nbob\n");
    run.refuses(broken + ":3: expected 2 to 3 fields, found 1", "--data", broken.toString());
    Path lightGcn = file("train.txt", "0 1 2\n1 2 x\n");
    file("test.txt", "0 3\n");
    run.refuses(lightGcn + ":2: ", "--data", directory.toString());
  }

  @Test
  void run_noData_isRefused() throws IOException {
    run.refuses("there are no interactions", "--data", file("empty.csv", "user,item\n").toString());
  }

  @Test
  void run_dataTooSmall_isRefusedWithWhatItLacks() throws IOException {
    Path two = file("two.csv", "ada,a\nada,b\nada,c\nada,d\nada,e\nbob,a\n");
    run.refuses("10 participants cannot share the 2 users", "--data", two.toString());
    Path untested = file("untested.csv", "ada,a\nbob,a\ncem,a\n");
    run.refuses("holds no interaction out", "--participants=3", "--data", untested.toString());
  }

  @Test
  void run_summaryCannotBeWritten_isRefused() {
    run.refuses("--json: cannot write", "--json", directory.toString());
    run.refuses("--json: cannot write", "--json", directory.resolve("no/where").toString());
  }

  @Test
  void lab_mistypedSubcommand_isCorrected() {
    new LabCommand().refuses("Did you mean: ./lab figure3?", "figre3");
  }

  @Test
  void completion_scriptOfBash_completesOptionsOfRun(@TempDir Path home) throws Exception {
    LabCommand completion = new LabCommand("generate-completion");
    completion.succeeds();
    Path script = Files.writeString(home.resolve("completion"), completion.out());
    String ask =
        "source %s && COMP_WORDS=(./run --partic) COMP_CWORD=1 && _complete_run && echo ${COMPREPLY[*]}"
            .formatted(script);
    Process bash =
        new ProcessBuilder("bash", "-c", ask + "; complete -p lab")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("--participants")
        .contains("_complete_lab lab");
    assertThat(bash.waitFor()).isZero();
  }

  @Test
  void help_hidesWhatIsForTests() {
    assertThat(Lab.commandLine().getSubcommands().get("run").getUsageMessage())
        .doesNotContain("--phase-deadline", "--restart-clients");
  }
}
