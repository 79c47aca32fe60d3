package io.privirec.lab.study;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Measured values, row by row, as lines of text, as CSV and as JSON.
public final class Table {
  private final List<Column> columns;
  private final List<Row> rows = new ArrayList<>();

  public Table(Column... columns) {
    this.columns = List.of(columns);
  }

  /// Values by the names of their columns in JSON.
  ///
  /// @param cells by column, with and without a name
  /// @param values of the named columns
  public record Row(List<@Nullable Object> cells, Map<String, @Nullable Object> values) {
    /// Returns a number; NaN if the row has no such value.
    public double number(String name) {
      return values.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    @JsonValue
    @Override
    public Map<String, @Nullable Object> values() {
      return values;
    }
  }

  /// Adds a row.
  ///
  /// @param values by column; null if the row has no value
  public Row add(@Nullable Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(
          "a row has %s columns. Provided: %s".formatted(columns.size(), values.length));
    }
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    List<@Nullable Object> cells = new ArrayList<>();
    for (int n = 0; n < values.length; n++) {
      Column column = columns.get(n);
      cells.add(values[n]);
      if (column.name() != null && (values[n] != null || column.nullable())) {
        named.put(column.name(), values[n]);
      }
    }
    rows.add(new Row(cells, named));
    return rows.getLast();
  }

  /// The rows so far; grows with them.
  public List<Row> rows() {
    return Collections.unmodifiableList(rows);
  }

  /// The headings.
  public String header() {
    return columns.stream()
        .map(column -> column.padded(column.heading()))
        .collect(Collectors.joining())
        .stripTrailing();
  }

  /// A row as text. A value that is longer than its column takes the room of empty columns after
  /// it.
  public String line(Row row) {
    StringBuilder line = new StringBuilder();
    int start = 0;
    for (int n = 0; n < columns.size(); n++) {
      String text = columns.get(n).shown(row.cells().get(n));
      if (!text.isEmpty()) {
        line.repeat(' ', Math.max(0, start - line.length())).append(columns.get(n).padded(text));
      }
      start += columns.get(n).padded("").length();
    }
    return line.toString().stripTrailing();
  }

  /// All rows as CSV.
  public String csv() {
    StringBuilder lines = new StringBuilder(csvLine(n -> columns.get(n).csvName()));
    rows.forEach(row -> lines.append(csvLine(n -> columns.get(n).csv(row.cells().get(n)))));
    return lines.toString();
  }

  private String csvLine(IntFunction<@Nullable String> cell) {
    return IntStream.range(0, columns.size())
        .filter(n -> columns.get(n).csvName() != null)
        .mapToObj(cell)
        .collect(Collectors.joining(",", "", "\n"));
  }
}
