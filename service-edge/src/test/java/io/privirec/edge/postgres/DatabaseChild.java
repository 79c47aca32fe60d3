package io.privirec.edge.postgres;

import io.privirec.edge.datadir.DataDirectory;
import java.nio.file.Path;
import java.sql.DriverManager;

/// A process of its own with an embedded database; commits one row, then waits to be killed.
final class DatabaseChild {
  private DatabaseChild() {}

  public static void main(String[] args) throws Exception {
    DataDirectory data = new DataDirectory(Path.of(args[0]));
    EmbeddedDatabase database = EmbeddedDatabase.start(data, Path.of(args[1]));
    try (var connection =
            DriverManager.getConnection(
                database.getJdbcUrl(), database.getUsername(), database.getPassword());
        var statement = connection.createStatement()) {
      statement.execute("create table if not exists kept (value int)");
      statement.execute("insert into kept values (1)");
    }
    new DatabaseWatch(database, DatabaseWatch::halt).start();
    System.out.println("READY");
    System.in.transferTo(System.out);
  }
}
