package io.privirec.coordinator;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/// The service, started as its main method does, on a free port.
final class RunningCoordinator implements AutoCloseable {
  static final String ADMIN_TOKEN = "admin-token-of-the-tests";
  private static RunningCoordinator shared;

  private final ConfigurableApplicationContext context;
  private final String schema;
  private final boolean ownServer;
  private final Api api;

  private RunningCoordinator(
      ConfigurableApplicationContext context, String schema, boolean ownServer) {
    this.context = context;
    this.schema = schema;
    this.ownServer = ownServer;
    this.api =
        new Api(
            ((ServletWebServerApplicationContext) context).getWebServer().getPort(), ADMIN_TOKEN);
  }

  /// Starts on a data directory and a schema, which may have been used before.
  ///
  /// @param ownServer whether to run the embedded database of the default run
  static RunningCoordinator start(
      Path dataDirectory, String schema, boolean ownServer, String... more) {
    List<String> arguments = new ArrayList<>(TestDatabase.arguments(schema, ownServer));
    arguments.add("--server.port=0");
    arguments.add("--privirec.data-dir=" + dataDirectory);
    arguments.add("--privirec.admin-token=" + ADMIN_TOKEN);
    arguments.add("--spring.datasource.hikari.maximum-pool-size=6");
    arguments.addAll(List.of(more));
    SpringApplication application = new SpringApplication(CoordinatorApplication.class);
    application.setRegisterShutdownHook(false);
    return new RunningCoordinator(
        application.run(arguments.toArray(String[]::new)),
        schema,
        ownServer && !TestDatabase.isExternal());
  }

  /// One service that most tests use; it ends with the test run.
  static synchronized RunningCoordinator shared() {
    if (shared == null) {
      try {
        Path data = Files.createTempDirectory("coordinator");
        shared = start(data, TestDatabase.newSchema(), false);
        Runtime.getRuntime().addShutdownHook(new Thread(RunningCoordinator::closeShared));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return shared;
  }

  private static synchronized void closeShared() {
    shared.close();
    TestDatabase.close();
  }

  Api api() {
    return api;
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  Path dataDirectory() {
    return Path.of(context.getEnvironment().getRequiredProperty("privirec.data-dir"));
  }

  JdbcClient jdbc() {
    return bean(JdbcClient.class);
  }

  /// Lets the time of a round's open phase be up.
  void expirePhase(String roundId) {
    jdbc()
        .sql(
            "update round set version = version + 1, deadline = now() - interval '1 hour'"
                + " where id = ? and status = 'OPEN'")
        .param(roundId)
        .update();
  }

  /// Likewise, unless the round has left that phase meanwhile.
  void expirePhase(String roundId, String phase) {
    jdbc()
        .sql(
            "update round set version = version + 1, deadline = now() - interval '1 hour'"
                + " where id = ? and status = 'OPEN' and phase = ?")
        .params(roundId, phase)
        .update();
  }

  /// Stops the service; what it keeps stays.
  void stop() {
    context.close();
  }

  /// Stops the service and removes its schema, where the server outlives it.
  @Override
  public void close() {
    HikariDataSource database = bean(HikariDataSource.class);
    String url = database.getJdbcUrl();
    String user = database.getUsername();
    String password = database.getPassword();
    stop();
    if (!ownServer) {
      try (Connection connection = DriverManager.getConnection(url, user, password);
          Statement statement = connection.createStatement()) {
        statement.execute("drop schema " + schema + " cascade");
      } catch (SQLException e) {
        throw new AssertionError(e);
      }
    }
  }
}
