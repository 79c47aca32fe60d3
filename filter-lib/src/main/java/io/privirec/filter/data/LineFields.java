package io.privirec.filter.data;

import java.util.List;

/// Finds user, item, rating and time in the lines of a file.
sealed interface LineFields permits CsvFields, JsonFields {
  Values values(String line) throws LineFault;

  /// Texts of a line. A text that is not there is empty.
  record Values(String user, String item, String rating, String time) {}

  /// Whether a text is a single record whose quotes are closed.
  boolean isWhole(String text);

  /// Whether quotes can hold line breaks: not where fields are separated by tabs and the like,
  /// whose quotes are often mere characters.
  boolean hasQuotedBreaks();

  /// Whether a line without quotes is an interaction with all its fields.
  boolean fits(String line);

  static boolean hasOddQuotes(String text) {
    return text.indexOf('"') >= 0 && text.chars().filter(c -> c == '"').count() % 2 == 1;
  }

  /// Whether the first line names the columns.
  boolean hasHeader();

  /// Names of columns that are not read.
  List<String> ignored();
}
