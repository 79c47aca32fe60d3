package io.privirec.filter.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One `user item [rating [timestamp]]` per line. Every rating counts as an interaction, its value
/// is only checked to be a number. Identifiers are text of 1 to 128 characters.
enum PairFormat {
  /// MovieLens 100K: four fields between tabs.
  TABS("\t", 4, 4),
  /// MovieLens 1M and 10M: three or four fields between `::`.
  DOUBLE_COLONS("::", 3, 4),
  /// Two to four fields between commas, without quotes; a first line starting with `user,`,
  /// `userId,` or `user_id,` is a header.
  COMMAS(",", 2, 4);

  private static final int MAX_ID_LENGTH = 128;
  private static final Set<String> HEADERS = Set.of("user", "userid", "user_id");

  private final Pattern separator;
  private final int minFields;
  private final int maxFields;

  PairFormat(String separator, int minFields, int maxFields) {
    this.separator = Pattern.compile(separator, Pattern.LITERAL);
    this.minFields = minFields;
    this.maxFields = maxFields;
  }

  /// The format that a file name (without `.gz`) promises, or null.
  static @Nullable PairFormat ofName(String name) {
    if (name.endsWith(".csv")) {
      return COMMAS;
    } else if (name.endsWith(".dat")) {
      return DOUBLE_COLONS;
    }
    return name.endsWith(".data") || name.endsWith(".tsv") ? TABS : null;
  }

  void read(Path file, Interactions into) throws IOException {
    try (DataLines lines = DataLines.open(file)) {
      int line = 0;
      for (String text = lines.next(); text != null; text = lines.next()) {
        line++;
        String[] fields = separator.split(text, -1);
        if (line == 1 && this == COMMAS && HEADERS.contains(fields[0].toLowerCase(Locale.ROOT))) {
          continue;
        }
        if (fields.length < minFields || fields.length > maxFields) {
          throw lines.broken(
              "expected %d to %d fields, found %d".formatted(minFields, maxFields, fields.length));
        }
        if (this == COMMAS && text.indexOf('"') >= 0) {
          throw lines.broken("quotes are not supported");
        }
        checkId(lines, fields[0], "user");
        checkId(lines, fields[1], "item");
        for (int f = 2; f < fields.length; f++) {
          checkNumber(lines, fields[f], f == 2 ? "rating" : "timestamp");
        }
        into.add(fields[0], fields[1], line);
      }
    }
  }

  private static void checkId(DataLines lines, String id, String what)
      throws DatasetFormatException {
    if (id.isBlank() || id.length() > MAX_ID_LENGTH || id.chars().anyMatch(c -> c < ' ')) {
      throw lines.broken(
          "%s must have 1 to %d printable characters".formatted(what, MAX_ID_LENGTH));
    }
    if (id.startsWith("-") && id.substring(1).chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw lines.broken("%s must not be negative".formatted(what));
    }
  }

  private static void checkNumber(DataLines lines, String text, String what)
      throws DatasetFormatException {
    try {
      if (Double.isFinite(Double.parseDouble(text))) {
        return;
      }
    } catch (NumberFormatException e) {
      // the same refusal as for NaN and infinities
    }
    throw lines.broken("%s must be a number".formatted(what));
  }
}
