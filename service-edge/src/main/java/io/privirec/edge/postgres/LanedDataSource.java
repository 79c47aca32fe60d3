package io.privirec.edge.postgres;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.springframework.jdbc.datasource.AbstractDataSource;

/// A pool for each [Lane], on one database. The pool of the configuration is for the background.
/// The other pools have time limits: a request fails within seconds instead of waiting for a lock
/// or for a server that hangs.
final class LanedDataSource extends AbstractDataSource implements AutoCloseable {
  private static final Duration BEYOND_STATEMENTS = Duration.ofSeconds(5);

  private final HikariDataSource background;
  private final HikariDataSource protocol;
  private final HikariDataSource operator;

  private LanedDataSource(
      HikariDataSource background, HikariDataSource protocol, HikariDataSource operator) {
    this.background = background;
    this.protocol = protocol;
    this.operator = operator;
  }

  /// @param background not connected yet
  static LanedDataSource of(HikariDataSource background, DatabaseSettings settings) {
    background.setPoolName(name(Lane.BACKGROUND));
    int most = background.getMaximumPoolSize() < 1 ? 10 : background.getMaximumPoolSize();
    return new LanedDataSource(
        background,
        limited(background, Lane.PROTOCOL, most, settings),
        limited(background, Lane.OPERATOR, Math.max(2, most / 4), settings));
  }

  private static HikariDataSource limited(
      HikariDataSource background, Lane lane, int most, DatabaseSettings settings) {
    HikariDataSource pool = new HikariDataSource();
    background.copyStateTo(pool);
    pool.setUsername(background.getUsername());
    pool.setPassword(background.getPassword());
    pool.setPoolName(name(lane));
    pool.setMaximumPoolSize(most);
    // It connects when a request first needs it.
    pool.setMinimumIdle(0);
    pool.setInitializationFailTimeout(-1);
    pool.setConnectionInitSql(
        Optional.ofNullable(background.getConnectionInitSql()).map(sql -> sql + "; ").orElse("")
            + "set statement_timeout = %s; set lock_timeout = %s"
                .formatted(
                    settings.statementTimeout().toMillis(), settings.lockTimeout().toMillis()));
    pool.setJdbcUrl(limited(background.getJdbcUrl(), settings));
    return pool;
  }

  /// A server that hangs does not keep its own limits. In the address, because the pools share the
  /// properties of their connections.
  private static String limited(String url, DatabaseSettings settings) {
    return url.contains("socketTimeout=")
        ? url
        : "%s%ssocketTimeout=%s"
            .formatted(
                url,
                url.contains("?") ? "&" : "?",
                settings.statementTimeout().plus(BEYOND_STATEMENTS).toSeconds());
  }

  private static String name(Lane lane) {
    return lane.name().toLowerCase(Locale.ROOT);
  }

  /// The pool of the configuration.
  HikariDataSource background() {
    return background;
  }

  @Override
  public Connection getConnection() throws SQLException {
    return switch (Lane.current()) {
      case BACKGROUND -> background.getConnection();
      case PROTOCOL -> protocol.getConnection();
      case OPERATOR -> operator.getConnection();
    };
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLException("every connection is of the configured account");
  }

  /// Measures the pools of requests; Spring Boot measures the pool of the configuration.
  void bindTo(MeterRegistry meters) {
    protocol.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
    operator.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return background.isWrapperFor(type) ? background.unwrap(type) : super.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return background.isWrapperFor(type) || super.isWrapperFor(type);
  }

  /// Closes the pools of requests; the pool of the configuration is closed by its owner.
  @Override
  public void close() {
    protocol.close();
    operator.close();
  }
}
