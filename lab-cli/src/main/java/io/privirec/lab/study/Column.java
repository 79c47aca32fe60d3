package io.privirec.lab.study;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One column of a [Table].
///
/// @param name of the value in JSON; null if JSON does not have the column
/// @param heading in the text
/// @param width format of the heading and of each formatted value in the text, with the blanks
///   before the column: ` %9s`; null if the text does not have the column
/// @param shown format of a value in the text
/// @param absent text of a row without a value
/// @param csvName in the first line of CSV; null if CSV does not have the column
/// @param csv format of a value in CSV
/// @param nullable whether JSON states that a row has no value
public record Column(
    @Nullable String name,
    String heading,
    @Nullable String width,
    String shown,
    String absent,
    @Nullable String csvName,
    String csv,
    boolean nullable) {
  /// A column with the same name everywhere. Values are not formatted.
  public static Column of(String name, String width) {
    return new Column(name, name, width, "%s", "", name, "%s", false);
  }

  /// A column of numbers.
  ///
  /// @param shown format in the text
  /// @param csv format in CSV
  public static Column of(String name, String width, String shown, String csv) {
    return new Column(name, name, width, shown, "", name, csv, false);
  }

  /// A column that neither the text nor CSV has.
  public static Column json(String name) {
    return new Column(name, name, null, "%s", "", null, "%s", false);
  }

  /// A column that the text alone has.
  public static Column text(String heading, String width, String shown) {
    return new Column(null, heading, width, shown, "", null, "%s", false);
  }

  /// A column that CSV alone has.
  public static Column csv(String csvName, String csv) {
    return new Column(null, csvName, null, "%s", "", csvName, csv, false);
  }

  /// The same with other names.
  ///
  /// @param name in JSON
  /// @param csvName null if CSV does not have the column
  public Column named(@Nullable String name, @Nullable String csvName) {
    return new Column(name, heading, width, shown, absent, csvName, csv, nullable);
  }

  /// The same with a text for rows without a value.
  public Column absent(String text) {
    return new Column(name, heading, width, shown, text, csvName, csv, nullable);
  }

  /// The same with null in JSON for rows without a value.
  public Column orNull() {
    return new Column(name, heading, width, shown, absent, csvName, csv, true);
  }

  String shown(@Nullable Object value) {
    return value == null ? absent : String.format(Locale.ROOT, shown, value);
  }

  /// A comma would end the cell.
  String csv(@Nullable Object value) {
    return value == null ? "" : String.format(Locale.ROOT, csv, value).replace(",", "");
  }

  String padded(String text) {
    return width == null ? "" : String.format(Locale.ROOT, width, text);
  }
}
