package io.privirec.lab.option;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// The files that a table of an experiment is also written to.
public final class ReportFiles {
  @Option(names = "--csv", paramLabel = "FILE", description = "Writes the table, a line each row.")
  private @Nullable Path csv;

  @Mixin private JsonOption json = new JsonOption();

  /// Removes old ones.
  public void clear() {
    json.clear();
    OutputFile.clear("--csv", csv);
  }

  /// Writes the files that were asked for.
  ///
  /// @param report for `--json`
  /// @param table for `--csv`
  public void write(Object report, String table) throws IOException {
    json.write(report);
    OutputFile.write(csv, table);
  }
}
