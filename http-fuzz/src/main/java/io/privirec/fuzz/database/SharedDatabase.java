package io.privirec.fuzz.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;

/// One PostgreSQL for all services that the tests of a process start, or the one of
/// `SPRING_DATASOURCE_URL`. It starts when it is first asked for, and ends with the process.
public final class SharedDatabase {
  private SharedDatabase() {}

  /// Arguments that make a service use it instead of a server of its own. The service keeps its
  /// tables in that schema, which it makes where it is missing.
  public static List<String> arguments(String schema) {
    List<String> inSchema =
        List.of(
            "--spring.datasource.hikari.schema=" + schema,
            "--spring.flyway.default-schema=" + schema);
    return isExternal()
        ? inSchema
        : List.of(
            "--spring.datasource.url=" + url(),
            "--spring.datasource.username=postgres",
            inSchema.get(0),
            inSchema.get(1));
  }

  /// A connection of the tests' own to that schema.
  public static Connection connect(String schema) throws SQLException {
    Connection connection =
        isExternal()
            ? DriverManager.getConnection(
                System.getenv("SPRING_DATASOURCE_URL"),
                System.getenv("SPRING_DATASOURCE_USERNAME"),
                System.getenv("SPRING_DATASOURCE_PASSWORD"))
            : DriverManager.getConnection(url(), "postgres", "");
    connection.setSchema(schema);
    return connection;
  }

  /// Whether it is the one of `SPRING_DATASOURCE_URL`.
  public static boolean isExternal() {
    String url = System.getenv("SPRING_DATASOURCE_URL");
    return url != null && !url.isEmpty();
  }

  private static String url() {
    return Embedded.SERVER.getJdbcUrl("postgres", "postgres");
  }

  /// Loaded, and with it the server started, by who first needs it.
  private static final class Embedded {
    static final EmbeddedPostgres SERVER = start();

    private static EmbeddedPostgres start() {
      try {
        // Its data ends with the tests: it need not survive the machine.
        return EmbeddedPostgres.builder()
            .setServerConfig("fsync", "off")
            .setServerConfig("full_page_writes", "off")
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
