package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.stage.process.FreePorts;
import io.privirec.stage.process.ProcessSignals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL server as Debian packages it, with all of its programs: the embedded one of the
 * services can neither be copied while it runs nor be asked with {@code psql}. It listens on
 * loopback and trusts everybody there.
 */
final class PostgresServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String SUPERUSER = "postgres";
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private final Path directory;
  private final int port;
  private Process process;

  private PostgresServer(Path directory, int port) {
    this.directory = directory;
    this.port = port;
  }

  /** Skips a test, and says so, where there is no such PostgreSQL. */
  static void requireInstalled() {
    boolean installed = programs().isPresent();
    if (!installed) {
      System.err.println("== SKIPPED: no PostgreSQL server (Debian: apt install postgresql) ==");
    }
    Assumptions.assumeTrue(installed, "no PostgreSQL server is installed");
  }

  /** Where the server's programs are. */
  static Optional<Path> programs() {
    try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
      return versions
          .map(version -> version.resolve("bin"))
          .filter(bin -> Files.isExecutable(bin.resolve("pg_basebackup")))
          .max(Comparator.naturalOrder());
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** A directory that the server's account may use: it is not root, and its parents are open. */
  static Path newDirectory() throws IOException {
    Path directory = Files.createTempDirectory("privirec-postgres-");
    if (ROOT) {
      Files.getFileAttributeView(directory, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
          .setOwner(
              FileSystems.getDefault()
                  .getUserPrincipalLookupService()
                  .lookupPrincipalByName(SUPERUSER));
    }
    return directory;
  }

  /** Removes such a directory with the servers in it, none of which runs any more. */
  static void remove(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** A new, empty one. */
  static PostgresServer create(Path parent, String name, Map<String, String> settings)
      throws Exception {
    PostgresServer server = new PostgresServer(parent.resolve(name), FreePorts.base(1));
    run(
        "initdb",
        "--pgdata=" + server.directory,
        "--username=" + SUPERUSER,
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C");
    server.start(settings);
    return server;
  }

  /** A copy of this one, not started yet: all of it, as of the end of the copying. */
  PostgresServer copy(Path parent, String name, String... more) throws Exception {
    return copy(parent, name, FreePorts.base(1), more);
  }

  private PostgresServer copy(Path parent, String name, int at, String... more) throws Exception {
    PostgresServer copy = new PostgresServer(parent.resolve(name), at);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--pgdata=" + copy.directory,
                "--host=127.0.0.1",
                "--port=" + port,
                "--username=" + SUPERUSER,
                "--checkpoint=fast"));
    arguments.addAll(List.of(more));
    run("pg_basebackup", arguments.toArray(String[]::new));
    return copy;
  }

  /**
   * A replica of this one that follows it, in the place of a server that is lost, or of its own.
   */
  PostgresServer replica(Path parent, String name, Optional<PostgresServer> lost) throws Exception {
    int at = lost.map(PostgresServer::port).orElseGet(() -> FreePorts.base(1));
    PostgresServer replica = copy(parent, name, at, "--write-recovery-conf");
    replica.start(Map.of());
    awaitAnswer(SUPERUSER, "select count(*)::text from pg_stat_replication", "1");
    return replica;
  }

  /** Whether a commit waits until the replica has it on its disk. */
  void synchronous(boolean on) throws Exception {
    execute("alter system set synchronous_standby_names = '%s'".formatted(on ? "*" : ""));
    execute("select pg_reload_conf()");
    awaitAnswer(SUPERUSER, "select sync_state from pg_stat_replication", on ? "sync" : "async");
  }

  /**
   * Stops what this replica receives. When what is returned is closed the receiver ends, without
   * having read what was under way.
   */
  AutoCloseable cutOff() throws Exception {
    long receiver = Long.parseLong(query(SUPERUSER, "select pid::text from pg_stat_wal_receiver"));
    AutoCloseable stopped = ProcessSignals.stopped(receiver);
    return () -> {
      ProcessHandle.of(receiver).ifPresent(ProcessHandle::destroy);
      stopped.close();
    };
  }

  /** How many bytes of its log a replica lacks. */
  long ahead(PostgresServer replica) throws SQLException {
    String received = replica.query(SUPERUSER, "select pg_last_wal_receive_lsn()::text");
    return Long.parseLong(
        query(
            SUPERUSER,
            "select pg_wal_lsn_diff(pg_current_wal_lsn(), '%s')::bigint::text"
                .formatted(received)));
  }

  Path directory() {
    return directory;
  }

  int port() {
    return port;
  }

  /** Starts it, and waits until it answers. */
  void start(Map<String, String> settings) throws Exception {
    List<String> command = command("postgres");
    command.addAll(List.of("-D", directory.toString(), "-p", String.valueOf(port)));
    Map<String, String> all = new HashMap<>(settings);
    all.put("listen_addresses", "127.0.0.1");
    all.put("unix_socket_directories", "");
    all.forEach((key, value) -> command.addAll(List.of("-c", key + "=" + value)));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(log().toFile())
            .start();
    await("it answers", () -> query(SUPERUSER, "select 1").equals("1"));
  }

  private Path log() {
    return directory.resolve("server.log");
  }

  String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s?user=%s".formatted(port, database, SUPERUSER);
  }

  /** Spring properties of a service that keeps its tables in that database. */
  Map<String, String> properties(String database) {
    return Map.of("spring.datasource.url", jdbcUrl(database));
  }

  /** Variables of libpq that name a database. */
  Map<String, String> variables(String database) {
    return Map.of(
        "PGHOST",
        "127.0.0.1",
        "PGPORT",
        String.valueOf(port),
        "PGDATABASE",
        database,
        "PGUSER",
        SUPERUSER);
  }

  void createDatabase(String name) throws SQLException {
    execute("create database \"" + name + "\"");
  }

  private void execute(String sql) throws SQLException {
    execute(SUPERUSER, sql);
  }

  void execute(String database, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl(database));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows of an answer, of one column each. */
  List<String> rows(String database, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(jdbcUrl(database));
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (answer.next()) {
        rows.add(answer.getString(1));
      }
      return rows;
    }
  }

  /** The only value of an answer. */
  String query(String database, String sql) throws SQLException {
    return rows(database, sql).getFirst();
  }

  private interface Condition {
    boolean holds() throws SQLException;
  }

  private void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        if (condition.holds()) {
          return;
        }
      } catch (SQLException notYet) {
        assertThat(process.isAlive()).as("%s: %s", what, Files.readString(log())).isTrue();
      }
      assertThat(System.nanoTime())
          .as("%s: %s", what, Files.readString(log()))
          .isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  /** Waits until a query is answered with that value. */
  void awaitAnswer(String database, String sql, String value) throws Exception {
    await(sql, () -> query(database, sql).equals(value));
  }

  /** Kills all of its processes at once, as the loss of its machine does. */
  void kill() throws InterruptedException {
    List<ProcessHandle> all = new ArrayList<>(List.of(process.toHandle()));
    process.descendants().forEach(all::add);
    all.forEach(ProcessHandle::destroyForcibly);
    process.waitFor();
  }

  /** Makes a replica the primary. */
  void promote() throws Exception {
    run("pg_ctl", "promote", "--wait", "--pgdata=" + directory);
  }

  private static List<String> command(String program) {
    List<String> command = new ArrayList<>();
    if (ROOT) {
      command.addAll(
          List.of(
              "setpriv", "--reuid=" + SUPERUSER, "--regid=" + SUPERUSER, "--init-groups", "--"));
    }
    command.add(programs().orElseThrow().resolve(program).toString());
    return command;
  }

  private static void run(String program, String... arguments) throws Exception {
    List<String> command = command(program);
    command.addAll(List.of(arguments));
    Process ended = new ProcessBuilder(command).redirectErrorStream(true).start();
    String told = new String(ended.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(ended.waitFor()).as("%s: %s", program, told).isZero();
  }

  /** Stops it as an administrator does who does not wait. */
  @Override
  public void close() {
    if (process != null && process.isAlive()) {
      process.destroy(); // SIGTERM waits for the clients to leave
      try {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          kill();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
