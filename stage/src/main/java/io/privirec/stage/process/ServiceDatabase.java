package io.privirec.stage.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// The embedded database of a service, as the service itself finds it: its files say where it
/// listens.
public final class ServiceDatabase {
  private ServiceDatabase() {}

  public static Connection connect(ServiceSpec service) throws IOException, SQLException {
    Path data = service.dataDirectory();
    String port = Files.readAllLines(data.resolve("postgres/postmaster.pid")).get(3).strip();
    String password = Files.readString(data.resolve("postgres-password")).strip();
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres", password);
  }

  /// Reads one row of an answer.
  public interface RowReader {
    void read(ResultSet row) throws SQLException;
  }

  /// Asks, and has every row of the answer read.
  public static void query(Connection connection, String sql, RowReader reader)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        reader.read(rows);
      }
    }
  }
}
