package io.privirec.filter.data;

import java.util.List;

/// Columns and lines that reading left out of a file.
///
/// @param ignoredColumns names of columns that are not read
/// @param skippedLines how many bad lines were skipped
/// @param skipped the first of the skipped lines, at most [InteractionReader#MAX_SKIPPED_SHOWN]
public record ReadingReport(
    List<String> ignoredColumns, long skippedLines, List<SkippedLine> skipped) {
  public ReadingReport {
    ignoredColumns = List.copyOf(ignoredColumns);
    skipped = List.copyOf(skipped);
  }

  /// A line that was skipped.
  ///
  /// @param line from 1
  /// @param why without the line's content
  public record SkippedLine(long line, String why) {}
}
