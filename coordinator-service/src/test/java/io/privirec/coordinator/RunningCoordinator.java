package io.privirec.coordinator;

import io.privirec.fuzz.database.SharedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The service, started as its main method does, on a free port.
public final class RunningCoordinator implements AutoCloseable {
  static final String ADMIN_TOKEN = "admin-token-of-the-tests";
  private static RunningCoordinator shared;

  private final ConfigurableApplicationContext context;
  private final Api api;

  private RunningCoordinator(ConfigurableApplicationContext context) {
    this.context = context;
    this.api =
        new Api(
            ((ServletWebServerApplicationContext) context).getWebServer().getPort(), ADMIN_TOKEN);
  }

  static String newSchema() {
    return "coordinator_" + UUID.randomUUID().toString().replace("-", "");
  }

  /// Starts on a data directory and a schema of its own.
  static RunningCoordinator start(Path dataDirectory, String... more) {
    return startIn(newSchema(), dataDirectory, more);
  }

  /// Starts on a data directory and a schema, which may have been used before.
  static RunningCoordinator startIn(String schema, Path dataDirectory, String... more) {
    return start(SharedDatabase.arguments(schema), dataDirectory, more);
  }

  /// Starts with a clock that the test sets.
  static RunningCoordinator startAt(InstantSource clock, Path dataDirectory, String... more) {
    SpringApplication application = new SpringApplication(CoordinatorApplication.class);
    application.addInitializers(context ->
        ((GenericApplicationContext) context)
            .registerBean(
                "clockOfTheTest",
                Clock.class,
                () -> clock.withZone(ZoneOffset.UTC),
                definition -> definition.setPrimary(true)));
    return start(application, SharedDatabase.arguments(newSchema()), dataDirectory, more);
  }

  /// Starts with the embedded database of the default run, unless the tests were given another one.
  static RunningCoordinator startWithItsDatabase(
      String schema, Path dataDirectory, String... more) {
    List<String> given = SharedDatabase.isExternal() ? SharedDatabase.arguments(schema) : List.of();
    return start(given, dataDirectory, more);
  }

  private static RunningCoordinator start(
      List<String> database, Path dataDirectory, String... more) {
    return start(
        new SpringApplication(CoordinatorApplication.class), database, dataDirectory, more);
  }

  private static RunningCoordinator start(
      SpringApplication application, List<String> database, Path dataDirectory, String... more) {
    List<String> arguments = new ArrayList<>(database);
    arguments.add("--server.port=0");
    arguments.add("--privirec.data-dir=" + dataDirectory);
    arguments.add("--privirec.admin-token=" + ADMIN_TOKEN);
    arguments.add("--spring.datasource.hikari.maximum-pool-size=6");
    arguments.addAll(List.of(more));
    application.setRegisterShutdownHook(false);
    return new RunningCoordinator(application.run(arguments.toArray(String[]::new)));
  }

  /// One service that most tests use; it ends with the test run.
  public static synchronized RunningCoordinator shared() {
    if (shared == null) {
      try {
        Path data = Files.createTempDirectory("coordinator");
        shared = start(data);
        TestCatalogue.ensure(shared.api());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return shared;
  }

  Api api() {
    return api;
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  Path dataDirectory() {
    return Path.of(context.getEnvironment().getRequiredProperty("privirec.data-dir"));
  }

  JdbcClient jdbc() {
    return bean(JdbcClient.class);
  }

  /// Changes rows behind the service's back.
  public void update(String sql, Object... values) {
    jdbc().sql(sql).params(values).update();
  }

  /// The only value that a query gives.
  <T> T value(Class<T> type, String sql, Object... values) {
    return jdbc().sql(sql).params(values).query(type).single();
  }

  /// Rows of a table, with a condition or without.
  long count(String of, Object... values) {
    return value(Long.class, "select count(*) from " + of, values);
  }

  /// Lets the time of a round's open phase be up.
  void expirePhase(String roundId) {
    expirePhase(roundId, "%");
  }

  /// Likewise, unless the round has left that phase meanwhile.
  void expirePhase(String roundId, String phase) {
    update(
        "update round set version = version + 1, deadline = now() - interval '1 hour'"
            + " where id = ? and status = 'OPEN' and phase like ?",
        roundId,
        phase);
  }

  /// Whether the deadline of a round has passed.
  boolean isOverdue(String roundId) {
    return jdbc()
        .sql("select deadline <= now() from round where id = ?")
        .param(roundId)
        .query(Boolean.class)
        .single();
  }

  /// Stops the service; what it keeps stays.
  @Override
  public void close() {
    context.close();
  }
}
