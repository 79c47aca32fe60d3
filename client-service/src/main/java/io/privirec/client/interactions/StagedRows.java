package io.privirec.client.interactions;

import io.privirec.filter.data.Interaction;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;

/// Writes rows to the staging table in blocks, each one statement with an array per column.
final class StagedRows implements InteractionStore.Sink {
  private static final int BLOCK_ROWS = 5_000;

  private final Connection connection;
  private final List<Row> rows = new ArrayList<>(BLOCK_ROWS);

  StagedRows(Connection connection) {
    this.connection = connection;
  }

  private record Row(Interaction interaction, int item) {
    @Nullable Float rating() {
      return Float.isNaN(interaction.rating()) ? null : interaction.rating();
    }
  }

  @Override
  public void add(Interaction interaction, int item) {
    rows.add(new Row(interaction, item));
    if (rows.size() == BLOCK_ROWS) {
      flush();
    }
  }

  void flush() {
    try {
      insert();
    } catch (SQLException e) {
      throw new DataAccessResourceFailureException("the database does not take the rows", e);
    }
    rows.clear();
  }

  private void insert() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into import_row (user_id, item, rating, occurred_at)
            select * from unnest(?, ?, ?, ?)\
            """)) {
      insert.setArray(1, column("text", row -> row.interaction().user()));
      insert.setArray(2, column("integer", Row::item));
      insert.setArray(3, column("real", Row::rating));
      insert.setArray(4, column("timestamptz", row -> row.interaction().occurredAt()));
      insert.executeUpdate();
    }
  }

  private Array column(String type, Function<Row, @Nullable Object> value) throws SQLException {
    return connection.createArrayOf(type, rows.stream().map(value).toArray());
  }
}
