package io.privirec.edge.postgres.sealed;

import io.privirec.crypto.sealing.KeyRing;
import io.privirec.edge.sealing.SealedRows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/// A column of type bytea whose values a [KeyRing] sealed; nulls are left alone.
public final class SealedColumn implements SealedRows {
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final String table;
  private final String column;
  private final List<String> primaryKey;
  private final Function<List<Object>, String> place;

  /// The values of one column.
  ///
  /// @param table name of the table, as the column's and the key's trusted text
  /// @param place from the values of a row's primary key to the place it was sealed for
  public SealedColumn(
      JdbcClient jdbc,
      PlatformTransactionManager transactions,
      String table,
      String column,
      List<String> primaryKey,
      Function<List<Object>, String> place) {
    this.jdbc = jdbc;
    this.transaction = new TransactionTemplate(transactions);
    this.table = table;
    this.column = column;
    this.primaryKey = List.copyOf(primaryKey);
    this.place = place;
  }

  @Override
  public String table() {
    return table;
  }

  @Override
  public Map<String, Long> rowsByKey() {
    // The header is a version, the length of the id, and the id.
    Map<String, Long> rows = new HashMap<>();
    jdbc.sql(
            """
            select encode(substring(%1$s from 3 for get_byte(%1$s, 1)), 'escape') as id, count(*)
            from %2$s where %1$s is not null group by id\
            """
                .formatted(column, table))
        .query(row -> {
          rows.put(row.getString(1), row.getLong(2));
        });
    return rows;
  }

  @Override
  public int reseal(KeyRing ring, String keyId, int most) {
    byte[] header = KeyRing.headerOf(keyId);
    String key = String.join(", ", primaryKey);
    String isRow =
        primaryKey.stream().map(name -> name + " = ?").collect(Collectors.joining(" and "));
    return Objects.requireNonNull(
        transaction.execute(_ -> {
          // A row that another process seals anew now is not waited for.
          List<Map<String, Object>> rows =
              jdbc.sql(
                      """
                      select %1$s, %2$s as sealed from %3$s
                      where substring(%2$s from 1 for %4$s) = ? limit ? for update skip locked\
                      """
                          .formatted(key, column, table, header.length))
                  .params(header, most)
                  .query()
                  .listOfRows();
          for (Map<String, Object> row : rows) {
            List<Object> values =
                primaryKey.stream().map(name -> Objects.requireNonNull(row.get(name))).toList();
            byte[] sealed = (byte[]) Objects.requireNonNull(row.get("sealed"));
            String name = place.apply(values);
            var update =
                jdbc.sql("update %s set %s = ? where %s".formatted(table, column, isRow))
                    .param(ring.seal(name, ring.open(name, sealed)));
            for (Object value : values) {
              update = update.param(value);
            }
            update.update();
          }
          return rows.size();
        }));
  }
}
