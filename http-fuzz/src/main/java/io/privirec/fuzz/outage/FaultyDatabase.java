package io.privirec.fuzz.outage;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A PostgreSQL of its own for a test, which stops, freezes and locks it. Closing the result of
/// such a method ends the fault.
public final class FaultyDatabase implements AutoCloseable {
  private static final String NAME = "postgres";

  private final Path cluster;
  private EmbeddedPostgres server;

  /// Starts a server.
  ///
  /// @param directory of its files; empty at first
  public FaultyDatabase(Path directory) throws IOException {
    this.cluster = directory.resolve(NAME);
    this.server = builder().start();
  }

  private EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setDataDirectory(cluster)
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false);
  }

  /// Returns the arguments of a service that uses the server.
  public List<String> arguments() {
    return List.of(
        "--spring.datasource.url=" + url(),
        "--spring.datasource.username=" + NAME,
        "--spring.datasource.password=");
  }

  private String url() {
    return server.getJdbcUrl(NAME, NAME);
  }

  /// Ends the server. It comes back on the same port.
  public AutoCloseable stopped() throws IOException {
    int port = server.getPort();
    server.close();
    return () -> server = builder().setPort(port).start();
  }

  /// Freezes the server and its connections: they are accepted, and nothing answers.
  public AutoCloseable frozen() throws IOException, InterruptedException {
    long postmaster =
        Long.parseLong(Files.readAllLines(cluster.resolve("postmaster.pid")).getFirst());
    ProcessHandle handle = ProcessHandle.of(postmaster).orElseThrow();
    List<String> all =
        Stream.concat(Stream.of(handle), handle.descendants())
            .map(each -> String.valueOf(each.pid()))
            .toList();
    signal("-STOP", all);
    return () -> signal("-CONT", all);
  }

  private static void signal(String which, List<String> processes)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("kill", which));
    command.addAll(processes);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  /// Locks a table of a service, in any schema.
  public AutoCloseable locked(String table) throws SQLException {
    Connection connection = DriverManager.getConnection(url(), NAME, "");
    connection.setAutoCommit(false);
    try (PreparedStatement find =
            connection.prepareStatement(
                "select quote_ident(schemaname) from pg_tables where tablename = ?");
        Statement lock = connection.createStatement()) {
      find.setString(1, table);
      try (ResultSet found = find.executeQuery()) {
        assertThat(found.next()).as(table).isTrue();
        lock.execute(
            "lock table %s.%s in access exclusive mode".formatted(found.getString(1), table));
      }
    }
    return connection;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
