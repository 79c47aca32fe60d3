package io.privirec.wire;

import static java.util.Objects.requireNonNullElse;

import java.util.List;

/// What an import did. An import is all or nothing.
///
/// @param lines data lines read, without skipped lines
/// @param added interactions that were new
/// @param duplicates interactions that were there already, or twice in the file
/// @param skippedLines bad lines that were skipped
/// @param skipped the first 20 of the skipped lines
/// @param ignoredColumns names of columns that were not read
public record ImportReport(
    String participant,
    long lines,
    long added,
    long duplicates,
    long users,
    long interactions,
    Long skippedLines,
    List<SkippedLine> skipped,
    List<String> ignoredColumns) {
  /// Client-services of earlier versions state none of the last three.
  public ImportReport {
    skippedLines = requireNonNullElse(skippedLines, 0L);
    skipped = skipped == null ? List.of() : List.copyOf(skipped);
    ignoredColumns = ignoredColumns == null ? List.of() : List.copyOf(ignoredColumns);
  }

  /// A bad line.
  ///
  /// @param line from 1
  /// @param why without the line's content
  public record SkippedLine(long line, String why) {}
}
