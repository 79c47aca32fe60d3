package io.privirec.coordinator;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// One PostgreSQL for all tests of this module, or the one of SPRING_DATASOURCE_URL. Every service
/// under test gets a schema of its own.
final class TestDatabase {
  private static final AtomicInteger SCHEMAS = new AtomicInteger();
  private static EmbeddedPostgres server;

  private TestDatabase() {}

  static boolean isExternal() {
    String url = System.getenv("SPRING_DATASOURCE_URL");
    return url != null && !url.isEmpty();
  }

  static String newSchema() {
    return "t%d_%d_%d"
        .formatted(
            ProcessHandle.current().pid(),
            System.currentTimeMillis() % 1_000_000,
            SCHEMAS.incrementAndGet());
  }

  /// Arguments that make a service use that schema; without a shared server, its own database.
  static List<String> arguments(String schema, boolean ownServer) {
    List<String> inSchema =
        List.of("--spring.datasource.hikari.schema=" + schema, "--spring.flyway.schemas=" + schema);
    if (isExternal() || ownServer) {
      return inSchema;
    }
    return List.of(
        "--spring.datasource.url=" + sharedUrl(),
        "--spring.datasource.username=postgres",
        "--spring.datasource.hikari.schema=" + schema,
        "--spring.flyway.schemas=" + schema);
  }

  /// A connection of the tests' own to that schema.
  static Connection connect(String schema) throws SQLException {
    Connection connection =
        isExternal()
            ? DriverManager.getConnection(
                System.getenv("SPRING_DATASOURCE_URL"),
                System.getenv("SPRING_DATASOURCE_USERNAME"),
                System.getenv("SPRING_DATASOURCE_PASSWORD"))
            : DriverManager.getConnection(sharedUrl(), "postgres", "");
    connection.setSchema(schema);
    return connection;
  }

  private static synchronized String sharedUrl() {
    try {
      if (server == null) {
        server = EmbeddedPostgres.builder().setRegisterShutdownHook(false).start();
      }
      return server.getJdbcUrl("postgres", "postgres");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static synchronized void close() {
    if (server != null) {
      try {
        server.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
