package io.privirec.edge.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.TestService;
import io.privirec.edge.datadir.DataDirectory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.web.context.support.StandardServletEnvironment;

/// Services that cannot work with their settings: each service ends and names the reason in a few
/// lines. Tests of the JVM, its environment or its end start a process. The other tests start the
/// service in their own JVM.
@ExtendWith(OutputCaptureExtension.class)
class RefusedStartTest {
  private static final int MOST_LINES = 15;
  private static final String VECTORS = "--add-modules=jdk.incubator.vector";

  @TempDir Path directory;
  private CapturedOutput output;

  @BeforeEach
  void capture(CapturedOutput captured) {
    output = captured;
  }

  @Test
  void propertyOfAnArgument_misspelt_isNamedWithTheNearest() throws Exception {
    assertThat(refusal(Map.of(), "--privirec.max-jsn-body=1MB"))
        .contains("privirec.max-jsn-body", "nearest: privirec.max-json-body");
  }

  @Test
  void propertyOfTheJvm_misspelt_isNamedWithTheNearest() throws Exception {
    assertThat(refusalOfProcess(List.of(VECTORS, "-Dprivirec.rate-limit.reqests=1"), Map.of()))
        .contains("privirec.rate-limit.reqests", "nearest: privirec.rate-limit.requests");
  }

  @Test
  void variableOfTheEnvironment_misspelt_isNamedWithTheNearest() throws Exception {
    assertThat(refusalOfProcess(List.of(VECTORS), Map.of("PRIVIREC_DATADRI", "x")))
        .contains("PRIVIREC_DATADRI", "nearest: privirec.data-dir");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "privirec_data_dri",
        "Privirec_DataDri",
        "privirec.data-dri",
        "PRIVIREC_DATA_DIR_0",
        "PRIVIREC_DATADIR2"
      })
  void variableOfTheEnvironment_misspeltInAnySpellingThatSpringTakes_isNamed(String name)
      throws Exception {
    assertThat(refusal(Map.of(name, "x"))).contains(name, "nearest: privirec.data-dir");
  }

  @Test
  void variablesThatAreKnown_inAnySpelling_areTaken() throws Exception {
    assertThat(refusal(Map.of("privirec_admintoken", "short-one", "privirec.max-json-body", "1MB")))
        .contains("privirec.admin-token has fewer than 16 characters");
  }

  @Test
  void propertyOfAFile_misspelt_isNamedWithItsLineAndTheNearest() throws Exception {
    Path file = directory.resolve("application.yaml");
    Files.writeString(file, "privirec:\n  http:\n    jsonn-pace: 1KB\n");

    assertThat(refusal(Map.of(), "--spring.config.additional-location=file:" + file))
        .contains("privirec.http.jsonn-pace", "application.yaml", "3:", "privirec.http.json-pace");
  }

  @Test
  void variablesOfKubernetesForAServiceOfThatName_areNoneOfOurs() throws Exception {
    String refused =
        refusal(
            Map.of(
                "PRIVIREC_COORDINATOR_SERVICE_HOST", "10.0.0.1",
                "PRIVIREC_COORDINATOR_SERVICE_PORT", "8080",
                "PRIVIREC_COORDINATOR_SERVICE_PORT_HTTP", "8080",
                "PRIVIREC_COORDINATOR_PORT_8080_TCP", "tcp://10.0.0.1:8080",
                "PRIVIREC_COORDINATOR_PORT_8080_TCP_PROTO", "tcp",
                "PRIVIREC_COORDINATOR_PORT_8080_TCP_PORT", "8080",
                "PRIVIREC_COORDINATOR_PORT", "tcp://10.0.0.1:8080",
                "PRIVIREC_COORDINATOR_PORT_8080_TCP_ADDR", "10.0.0.1",
                "PRIVIREC_OTHER_PORT", "8080"));

    assertThat(refused).contains("PRIVIREC_OTHER_PORT").doesNotContain("PRIVIREC_COORDINATOR");
  }

  @Test
  void variablesOfCommands_areNoneOfOurs() throws Exception {
    String refused = refusal(Map.of("PRIVIREC_PORT_BASE", "7900", "PRIVIREC_PORT_BASIS", "7900"));

    assertThat(refused).contains("PRIVIREC_PORT_BASIS").doesNotContain("PRIVIREC_PORT_BASE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--privirec.drain-time=-1s | privirec.drain-time | must not be negative",
        "--privirec.http.json-memory=-1GB | privirec.http.json-memory | must not be negative",
        "--privirec.http.head-deadline=0s | privirec.http | must be positive",
        "--privirec.encryption-keys[1]=k1:c2Vj | privirec.encryption-keys[0] | is of a list",
        "--server.port=-7 | server.port | from 0 to 65535",
        "--server.port=99999 | server.port | from 0 to 65535",
        "--server.ssl.bundle=nosuch | nosuch | start",
      })
  void valueThatCannotBe_isNamed(String argument, String name, String fault) throws Exception {
    assertThat(refusal(Map.of(), argument)).contains(name, fault).doesNotContain("c2Vj");
  }

  @Test
  void elementOfAListInTheEnvironment_withoutTheOneBefore_isNamed() throws Exception {
    assertThat(refusal(Map.of("PRIVIREC_ENCRYPTION_KEYS_1", "k1:c2Vj")))
        .contains("PRIVIREC_ENCRYPTION_KEYS_1", "has no PRIVIREC_ENCRYPTION_KEYS_0")
        .doesNotContain("c2Vj");
  }

  @Test
  void fileThatIsNoYaml_isToldWithTheLine() throws Exception {
    Path file = directory.resolve("application.yaml");
    Files.writeString(
        file,
        "privirec:\n  http:\n    head-deadline: 1s\n  admin-token: c2Vj\n  admin-token: c2Vj\n");

    // Spring Boot says it, too: what switches that off is not read yet.
    assertThat(
            refusalOfProcess(
                2 * MOST_LINES,
                List.of(VECTORS),
                Map.of(),
                "--spring.config.additional-location=file:" + file))
        .contains("no YAML", "duplicate key", "line 5")
        .doesNotContain("c2Vj");
  }

  @Test
  void jvmWithoutTheVectorApi_isToldWhichOptionItNeeds() throws Exception {
    assertThat(refusalOfProcess(List.of(), Map.of()))
        .contains("start java with --add-modules jdk.incubator.vector")
        .hasLineCount(1);
  }

  @Test
  void wrongPassword_namesDatabaseAndUser() throws Exception {
    DataDirectory data = new DataDirectory(directory.resolve("database"));
    Path binaries = new EmbeddedSettings(null).binaries();
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data, binaries)) {
      String refused =
          refusal(
              Map.of(),
              "--spring.datasource.url=" + database.getJdbcUrl(),
              "--spring.datasource.username=" + database.getUsername(),
              "--spring.datasource.password=not-" + database.getPassword());

      assertThat(refused)
          .contains(database.getJdbcUrl(), "password authentication failed", "pg_hba.conf")
          .doesNotContain(database.getPassword());
    }
  }

  @Test
  void databaseThatDoesNotAnswer_isNamed() throws Exception {
    int nobody;
    try (ServerSocket once = socket()) {
      nobody = once.getLocalPort();
    }

    assertThat(
            refusal(
                Map.of(),
                "--spring.datasource.hikari.initialization-fail-timeout=1000",
                "--spring.datasource.url=jdbc:postgresql://127.0.0.1:" + nobody + "/privirec"))
        .contains("127.0.0.1:" + nobody, "spring.datasource.url");
  }

  @Test
  void directoryThatCannotBeMade_isNamed() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));

    assertThat(refusal(Map.of(), "--privirec.data-dir=" + file.resolve("below")))
        .contains("privirec.data-dir", file.toString(), "writable");
  }

  @Test
  void shortToken_isRefusedWithoutBeingShown() throws Exception {
    assertThat(refusal(Map.of(), "--privirec.admin-token=short-one"))
        .contains("privirec.admin-token has fewer than 16 characters")
        .doesNotContain("short-one");
  }

  @Test
  void keyThatIsNone_isNamedWithoutBeingShown() throws Exception {
    assertThat(refusal(Map.of("TEST_ROSTER_KEY", "half-of-a-pair")))
        .contains("test.roster-key", "TEST_ROSTER_KEY", "Ed25519 public key")
        .doesNotContain("half-of-a-pair");
  }

  @Test
  void takenPort_isNamed() throws Exception {
    try (ServerSocket taken = socket()) {
      assertThat(
              refusalOfProcess(List.of(VECTORS), Map.of(), "--server.port=" + taken.getLocalPort()))
          .contains("Port " + taken.getLocalPort());
    }
  }

  private static ServerSocket socket() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  /// Returns the lines that a start in this JVM prints, with these variables of the environment.
  private String refusal(Map<String, String> variables, String... arguments) {
    int before = output.getAll().length();
    StandardServletEnvironment environment = new StandardServletEnvironment();
    String source = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
    environment
        .getPropertySources()
        .replace(source, new SystemEnvironmentPropertySource(source, Map.copyOf(variables)));
    SpringApplication application = new SpringApplication(TestService.class);
    application.setEnvironment(environment);
    String[] all = withUsual(arguments).toArray(String[]::new);
    assertThatThrownBy(() -> application.run(all).close()).isNotNull();
    String text = output.getAll().substring(before);
    assertThat(text.lines()).as(text).hasSizeLessThanOrEqualTo(MOST_LINES);
    return text;
  }

  /// Returns the arguments, and those default arguments that they do not set. A property that is
  /// set twice would have both values.
  private List<String> withUsual(String... arguments) {
    Map<String, String> usual =
        Map.of(
            "--server.port", "0",
            "--server.address", "127.0.0.1",
            "--test.connects", "true",
            "--privirec.data-dir", directory.resolve("data").toString());
    List<String> all = new ArrayList<>();
    usual.forEach((name, value) -> {
      if (Stream.of(arguments).noneMatch(given -> given.startsWith(name + "="))) {
        all.add(name + "=" + value);
      }
    });
    all.addAll(List.of(arguments));
    return all;
  }

  /// Returns the lines of a process that does not start.
  private String refusalOfProcess(
      List<String> options, Map<String, String> variables, String... arguments) throws Exception {
    return refusalOfProcess(MOST_LINES, options, variables, arguments);
  }

  private String refusalOfProcess(
      int mostLines, List<String> options, Map<String, String> variables, String... arguments)
      throws Exception {
    Path printed = directory.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"));
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(TestService.class.getName());
    command.addAll(withUsual(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(printed.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SPRING_"));
    builder.environment().putAll(variables);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ends").isTrue();
    } finally {
      process.destroyForcibly();
    }
    String text = Files.readString(printed);
    assertThat(process.exitValue()).as(text).isNotZero();
    assertThat(text.lines()).as(text).hasSizeLessThanOrEqualTo(mostLines);
    return text;
  }
}
