package io.privirec.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/// Everything that a client-service has in its database, and its ledgers, as it was at one moment.
/// Other files of its data directory are no part of it.
public final class TestBackup {
  private static final String COPY_SUFFIX = "_backup";

  private final String schema;
  private final String copy;
  private final JdbcClient database;
  private final Path ledgers;
  private final Map<Path, byte[]> entries = new HashMap<>();

  /// Older tables first: none refers to a later one.
  private final List<String> tables;

  private TestBackup(String schema, JdbcClient database, Path ledgers) {
    this.ledgers = ledgers;
    this.schema = schema;
    this.copy = schema + COPY_SUFFIX;
    this.database = database;
    this.tables =
        database
            .sql(
                """
                select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
                where n.nspname = ? and c.relkind = 'r' and c.relname <> 'flyway_schema_history'
                order by c.oid\
                """)
            .param(schema)
            .query(String.class)
            .list();
  }

  /// Copies all rows of a service.
  public static TestBackup of(TestClient client) {
    Environment settings = client.bean(Environment.class);
    // Of its own: the service's connections end with it.
    JdbcClient database =
        JdbcClient.create(
            new DriverManagerDataSource(
                setting(settings, "spring.datasource.url"),
                setting(settings, "spring.datasource.username"),
                settings.getProperty("spring.datasource.password", "")));
    TestBackup backup =
        new TestBackup(
            setting(settings, "spring.datasource.hikari.schema"),
            database,
            Path.of(setting(settings, "privirec.data-dir")).resolve("ledgers"));
    backup.run("create schema " + backup.copy);
    for (String table : backup.tables) {
      backup.run(
          "create table %s.%s as table %s.%s".formatted(backup.copy, table, backup.schema, table));
    }
    backup.readLedgers();
    return backup;
  }

  private static String setting(Environment settings, String name) {
    return Objects.requireNonNull(settings.getProperty(name), name);
  }

  private List<Path> ledgers() {
    try (Stream<Path> files = Files.list(ledgers)) {
      return files.filter(file -> file.toString().endsWith(".ledger")).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void readLedgers() {
    try {
      for (Path file : ledgers()) {
        entries.put(file, Files.readAllBytes(file));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Puts all rows and ledgers back, while the service is stopped.
  public void restore() {
    restoreDatabase();
    restoreLedgers();
  }

  /// Puts the ledgers back alone.
  public void restoreLedgers() {
    try {
      for (Path file : ledgers()) {
        Files.delete(file);
      }
      for (Map.Entry<Path, byte[]> file : entries.entrySet()) {
        Files.write(file.getKey(), file.getValue());
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Puts all rows back in a single transaction, so that a running service writes none in between.
  public void restoreDatabase() {
    StringBuilder all =
        new StringBuilder("truncate ")
            .append(String.join(", ", tables.stream().map(t -> schema + "." + t).toList()));
    for (String table : tables) {
      all.append(
          "; insert into %s.%s overriding system value select * from %s.%s"
              .formatted(schema, table, copy, table));
    }
    run(all.toString());
  }

  private void run(String sql) {
    database.sql(sql).update();
  }
}
