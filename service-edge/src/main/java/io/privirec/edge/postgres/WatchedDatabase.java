package io.privirec.edge.postgres;

import com.zaxxer.hikari.HikariDataSource;
import io.privirec.edge.dependency.Dependency;
import io.privirec.edge.dependency.Fault;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The database, looked at over a connection that requests cannot use up. Used by one thread.
final class WatchedDatabase implements Dependency, AutoCloseable {
  private static final String SECONDS = "5";

  private final HikariDataSource pool;
  private @Nullable Connection connection;

  /// @param pool whose database it is
  WatchedDatabase(HikariDataSource pool) {
    this.pool = pool;
  }

  @Override
  public String name() {
    return DatabaseOutage.DATABASE;
  }

  @Override
  public Set<String> causes() {
    return DatabaseOutage.labels(_ -> true);
  }

  @Override
  public synchronized Optional<Fault> look() {
    try {
      Connection open = connection == null ? connect() : connection;
      connection = open;
      try (Statement statement = open.createStatement();
          ResultSet _ = statement.executeQuery("select 1")) {
        return Optional.empty();
      }
    } catch (SQLException e) {
      close();
      return Optional.of(DatabaseOutage.of(e).orElse(DatabaseOutage.UNREACHABLE).fault(e));
    }
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.putAll(pool.getDataSourceProperties());
    properties.setProperty("connectTimeout", SECONDS);
    properties.setProperty("loginTimeout", SECONDS);
    properties.setProperty("socketTimeout", SECONDS);
    if (pool.getUsername() != null) {
      properties.setProperty("user", pool.getUsername());
    }
    if (pool.getPassword() != null) {
      properties.setProperty("password", pool.getPassword());
    }
    return DriverManager.getConnection(pool.getJdbcUrl(), properties);
  }

  @Override
  public synchronized void close() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException _) {
      // It was broken.
    }
    connection = null;
  }
}
