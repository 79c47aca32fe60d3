package io.privirec.lab.study;

import io.privirec.lab.option.OutputFile;
import io.privirec.lab.option.ReportFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// A study under way: facts, and a table of measured values. Each row is printed when it was
/// measured. All files are written after each row, since the last rows may take longer than a
/// person waits.
public final class Study {
  private final Table table;
  private Table csv;
  private final ReportFiles files;
  private final Consumer<String> lines;
  private final Map<String, @Nullable Object> report = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private Drawing drawing = () -> {};

  private interface Drawing {
    void draw() throws IOException;
  }

  /// Begins a study.
  ///
  /// @param lines prints
  public Study(Table table, ReportFiles files, Consumer<String> lines) {
    this.table = table;
    this.csv = table;
    this.files = files;
    this.lines = lines;
  }

  /// States a fact in JSON, in the order of the calls.
  ///
  /// @param value may be a collection that grows
  public Study fact(String name, @Nullable Object value) {
    report.put(name, value);
    return this;
  }

  /// Names the rows in JSON.
  public Study rows(String name) {
    return fact(name, table.rows());
  }

  /// Names the reasons why settings have no row.
  public Study failures() {
    return fact("failures", failures);
  }

  /// Writes the rows of another table as CSV.
  public Study csv(Table other) {
    csv = other;
    return this;
  }

  /// Also draws a line for each name, as SVG. A row without an x is a level line.
  ///
  /// @param file null: does not draw
  /// @param x positive; NaN: none
  /// @param y name of the column
  public Study drawing(
      @Nullable Path file,
      String xLabel,
      String yLabel,
      ToDoubleFunction<Table.Row> x,
      String y,
      Function<Table.Row, String> name) {
    if (file == null) {
      return this;
    }
    drawing =
        () -> {
          DoubleSummaryStatistics range =
              table.rows().stream().mapToDouble(x).filter(Double::isFinite).summaryStatistics();
          if (range.getCount() == 0) {
            return;
          }
          LinePlot plot = new LinePlot(xLabel, yLabel);
          for (Table.Row row : table.rows()) {
            double own = x.applyAsDouble(row);
            plot.add(name.apply(row), Double.isNaN(own) ? range.getMin() : own, row.number(y));
            if (Double.isNaN(own)) {
              plot.add(name.apply(row), range.getMax(), row.number(y));
            }
          }
          OutputFile.write(file, plot.svg());
        };
    return this;
  }

  /// Adds a row.
  ///
  /// @param values one for each column; null: none
  public Table.Row add(@Nullable Object... values) throws IOException {
    Table.Row row = table.add(values);
    lines.accept(table.line(row));
    write();
    return row;
  }

  /// Prints and keeps the reason why a setting has no row.
  public void fail(String reason) throws IOException {
    failures.add(reason);
    lines.accept(reason);
    write();
  }

  /// Writes the files.
  public void write() throws IOException {
    files.write(report, csv.csv());
    drawing.draw();
  }
}
