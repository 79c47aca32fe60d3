package io.privirec.edge.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The embedded database of a service. Most tests begin with a copy of a stopped database, because
/// a new database takes long.
class EmbeddedDatabaseTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Path BINARIES =
      Path.of(System.getProperty("user.home"), ".cache", "privirec", "postgres");

  @TempDir private static Path stopped;
  @TempDir Path directory;

  @BeforeAll
  static void makeOne() throws IOException {
    start(stopped).close();
  }

  @BeforeEach
  void copyIt() throws IOException, InterruptedException {
    run("cp", "-a", stopped + "/.", directory.toString());
  }

  @Test
  void committedRow_ofAProcessKilledHard_isThereAfterRestart() throws Exception {
    Process child = startChild();
    Postmaster postmaster = Postmaster.of(directory.resolve("postgres")).orElseThrow();
    killHard(child);
    try (EmbeddedDatabase database = start()) {
      assertThat(postmaster.isRunning()).isFalse();
      assertThat(rows(database)).isEqualTo(1);
    }
  }

  @Test
  void server_ofAProcessKilledHard_endsByItself() throws Exception {
    Process child = startChild();
    Postmaster postmaster = Postmaster.of(directory.resolve("postgres")).orElseThrow();
    killHard(child);
    assertThat(postmaster.endsWithin(PATIENCE)).isTrue();
  }

  @Test
  void server_thatOutlivedItsProcess_isStoppedByTheNextStart() throws Exception {
    Process child = startChild();
    Postmaster postmaster = Postmaster.of(directory.resolve("postgres")).orElseThrow();
    List<ProcessHandle> guards = child.descendants().toList();
    assertThat(guards).isNotEmpty();
    guards.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle guard : guards) {
      guard.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    killHard(child);
    assertThat(postmaster.isRunning()).isTrue();
    try (EmbeddedDatabase database = start()) {
      assertThat(postmaster.isRunning()).isFalse();
      assertThat(rows(database)).isEqualTo(1);
    }
  }

  @Test
  void committedRow_ofAServerKilledHard_isThereAfterRestart() throws Exception {
    Process child = startChild();
    for (Postmaster process : Postmaster.allOf(directory.resolve("postgres"))) {
      process.process().destroyForcibly();
    }
    assertThat(child.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    try (EmbeddedDatabase database = start()) {
      assertThat(rows(database)).isEqualTo(1);
    }
  }

  @Test
  void process_whoseServerIsKilled_ends() throws Exception {
    Process child = startChild();
    Postmaster.of(directory.resolve("postgres")).orElseThrow().process().destroyForcibly();
    assertThat(child.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitValue()).isEqualTo(DatabaseWatch.EXIT_STATUS);
  }

  @Test
  void backend_thatOutlivedItsServer_isEndedByTheNextStart() throws Exception {
    Process child = startChild();
    Path cluster = directory.resolve("postgres");
    Postmaster postmaster = Postmaster.of(cluster).orElseThrow();
    // Stopped, it cannot notice that its server is gone, and keeps its shared memory.
    ProcessHandle deaf =
        Postmaster.allOf(cluster).stream()
            .map(Postmaster::process)
            .filter(process -> process.pid() != postmaster.pid())
            .findFirst()
            .orElseThrow();
    signal("STOP", deaf.pid());
    postmaster.process().destroyForcibly();
    assertThat(child.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(Postmaster.allOf(cluster)).extracting(Postmaster::process).contains(deaf);
    try (EmbeddedDatabase database = start()) {
      assertThat(new Postmaster(deaf).isRunning()).isFalse();
      assertThat(rows(database)).isEqualTo(1);
    }
  }

  @Test
  void stoppedWatch_ofADatabaseThatEnds_saysNothing() throws Exception {
    AtomicInteger ends = new AtomicInteger();
    EmbeddedDatabase database = start();
    DatabaseWatch watch = new DatabaseWatch(database, ends::incrementAndGet);
    watch.start();
    watch.stop();
    database.close();
    assertThat(database.isRunning()).isFalse();
    assertThat(ends).hasValue(0);
  }

  @Test
  void commit_acknowledged_isOnTheDisk() throws Exception {
    try (EmbeddedDatabase database = start()) {
      for (String setting : new String[] {"fsync", "synchronous_commit", "full_page_writes"}) {
        assertThat(setting(database, setting)).as(setting).isEqualTo("on");
      }
    }
  }

  @Test
  void pidFile_namingAStranger_isIgnored() throws Exception {
    Files.writeString(
        directory.resolve("postgres/postmaster.pid"),
        ProcessHandle.current().pid() + "\n" + directory.resolve("postgres") + "\n");
    try (EmbeddedDatabase database = start()) {
      assertThat(setting(database, "fsync")).isEqualTo("on");
    }
  }

  @Test
  void directory_ofAnotherRunningService_isRefused() throws Exception {
    try (EmbeddedDatabase database = start()) {
      assertThatThrownBy(this::start)
          .isInstanceOf(StartRefusedException.class)
          .hasMessageContaining("Another running service");
      assertThat(setting(database, "fsync")).isEqualTo("on");
    }
  }

  @Test
  void cluster_leftHalfMade_isMadeAgain() throws Exception {
    Path half = Files.createDirectory(directory.resolve("half"));
    Files.createFile(half.resolve("postgres.initialising"));
    Files.createDirectories(half.resolve("postgres"));
    Files.writeString(half.resolve("postgres/postgresql.conf"), "broken");
    try (EmbeddedDatabase database = start(half)) {
      assertThat(setting(database, "fsync")).isEqualTo("on");
    }
    assertThat(half.resolve("postgres.initialising")).doesNotExist();
  }

  @Test
  void connection_withoutThePassword_isRefused() throws Exception {
    try (EmbeddedDatabase database = start()) {
      assertThatThrownBy(() ->
              DriverManager.getConnection(database.getJdbcUrl(), database.getUsername(), "guess"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void close_leavesNoProcess() throws Exception {
    EmbeddedDatabase database = start();
    Postmaster postmaster = Postmaster.of(directory.resolve("postgres")).orElseThrow();
    database.close();
    assertThat(postmaster.isRunning()).isFalse();
  }

  private EmbeddedDatabase start() {
    return start(directory);
  }

  private static EmbeddedDatabase start(Path data) {
    return EmbeddedDatabase.start(new DataDirectory(data), BINARIES);
  }

  private Process startChild() throws IOException {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DatabaseChild.class.getName(),
                directory.toString(),
                BINARIES.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader lines = child.inputReader(StandardCharsets.UTF_8);
    String line = lines.readLine();
    while (line != null && !line.equals("READY")) {
      line = lines.readLine();
    }
    assertThat(line).isEqualTo("READY");
    return child;
  }

  private static void killHard(Process child) throws InterruptedException {
    child.destroyForcibly();
    assertThat(child.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private static void signal(String name, long pid) throws IOException, InterruptedException {
    run("kill", "-" + name, Long.toString(pid));
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
  }

  private static int rows(EmbeddedDatabase database) throws SQLException {
    try (Connection connection = connect(database);
        var result = connection.createStatement().executeQuery("select count(*) from kept")) {
      result.next();
      return result.getInt(1);
    }
  }

  private static String setting(EmbeddedDatabase database, String name) throws SQLException {
    try (Connection connection = connect(database);
        var result = connection.createStatement().executeQuery("show " + name)) {
      result.next();
      return result.getString(1);
    }
  }

  private static Connection connect(EmbeddedDatabase database) throws SQLException {
    return DriverManager.getConnection(
        database.getJdbcUrl(), database.getUsername(), database.getPassword());
  }
}
