package io.privirec.coordinator.catalogue;

import io.privirec.coordinator.catalogue.CatalogueLines.Line;
import io.privirec.coordinator.catalogue.CatalogueRefusal.Reason;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows of the items, streamed in and out over one connection inside a transaction.
record CatalogueItemRows(Connection connection) {
  private static final int BATCH = 1000;
  private static final String INSERT =
      "insert into catalogue_item (position, item_id, line) values (?, ?, ?)"
          + " on conflict (item_id) do nothing";
  private static final String SELECT =
      "select line from catalogue_item where position < ? order by position";

  /// Inserts all lines from the given position on and writes them to `copy`.
  ///
  /// @return the next free position
  int insert(int firstPosition, CatalogueLines lines, OutputStream copy)
      throws SQLException, IOException {
    int position = firstPosition;
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      List<Line> batch = new ArrayList<>(BATCH);
      for (Optional<Line> line = lines.next(); line.isPresent(); line = lines.next()) {
        insert.setInt(1, position++);
        insert.setString(2, line.get().item().id());
        insert.setString(3, line.get().json());
        insert.addBatch();
        batch.add(line.get());
        writeLine(line.get().json(), copy);
        if (batch.size() == BATCH) {
          flush(insert, batch);
        }
      }
      flush(insert, batch);
    }
    return position;
  }

  /// Writes the first `items` lines.
  void copyTo(int items, OutputStream out) throws SQLException, IOException {
    try (PreparedStatement select = connection.prepareStatement(SELECT)) {
      select.setFetchSize(BATCH);
      select.setInt(1, items);
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          writeLine(rows.getString(1), out);
        }
      }
    }
  }

  private static void writeLine(String line, OutputStream out) throws IOException {
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  private static void flush(PreparedStatement insert, List<Line> batch) throws SQLException {
    int[] counts = insert.executeBatch();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] == 0) {
        throw new CatalogueRefusal(
            Reason.ITEM_EXISTS,
            "Line " + batch.get(i).number() + " has an id that the catalogue has already");
      }
    }
    batch.clear();
  }
}
