package io.privirec.client.interactions.persistence;

import io.privirec.client.interactions.InteractionStore;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.dao.DataAccessResourceFailureException;

/// Writes rows to the staging table in blocks, each one statement with two arrays.
final class StagedRows implements InteractionStore.Sink {
  private static final int BLOCK_ROWS = 5_000;

  private final Connection connection;
  private final List<String> users = new ArrayList<>(BLOCK_ROWS);
  private final List<Integer> items = new ArrayList<>(BLOCK_ROWS);

  StagedRows(Connection connection) {
    this.connection = connection;
  }

  @Override
  public void add(String user, int item) {
    users.add(user);
    items.add(item);
    if (users.size() == BLOCK_ROWS) {
      flush();
    }
  }

  void flush() {
    try {
      insert();
    } catch (SQLException e) {
      throw new DataAccessResourceFailureException("the database does not take the rows", e);
    }
    users.clear();
    items.clear();
  }

  private void insert() throws SQLException {
    Array userArray = connection.createArrayOf("text", users.toArray());
    Array itemArray = connection.createArrayOf("integer", items.toArray());
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into import_row (user_id, item) select * from unnest(?, ?)")) {
      insert.setArray(1, userArray);
      insert.setArray(2, itemArray);
      insert.executeUpdate();
    } finally {
      userArray.free();
      itemArray.free();
    }
  }
}
