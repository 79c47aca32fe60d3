package io.privirec.client.interactions;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// One line `user,item[,rating]`: fields may be quoted as in RFC 4180, on one line. The rating must
/// be a number and is not used: an interaction is there or not.
record CsvRow(String user, String item) {
  static final int MAX_ID_LENGTH = 256;
  private static final Set<String> HEADERS = Set.of("user,item", "user,item,rating");

  static boolean isHeader(String line) {
    return HEADERS.contains(line.toLowerCase(Locale.ROOT).replace(" ", ""));
  }

  static CsvRow parse(String line) throws BrokenLineException {
    List<String> fields = fields(line);
    if (fields.size() < 2 || fields.size() > 3) {
      throw new BrokenLineException(
          "expected user,item[,rating], found %d fields".formatted(fields.size()));
    }
    if (fields.size() == 3) {
      requireNumber(fields.get(2));
    }
    return new CsvRow(id("user", fields.get(0)), id("item", fields.get(1)));
  }

  private static String id(String name, String value) throws BrokenLineException {
    if (value.isEmpty() || value.length() > MAX_ID_LENGTH) {
      throw new BrokenLineException(
          "%s must have 1 to %d characters".formatted(name, MAX_ID_LENGTH));
    }
    if (value.indexOf('\0') >= 0) {
      throw new BrokenLineException(name + " must not contain U+0000");
    }
    return value;
  }

  private static void requireNumber(String rating) throws BrokenLineException {
    try {
      if (!Double.isFinite(Double.parseDouble(rating))) {
        throw new BrokenLineException("rating must be finite");
      }
    } catch (NumberFormatException e) {
      throw new BrokenLineException("rating must be a number");
    }
  }

  private static List<String> fields(String line) throws BrokenLineException {
    List<String> fields = new ArrayList<>(3);
    int position = 0;
    while (true) {
      StringBuilder field = new StringBuilder();
      position =
          position < line.length() && line.charAt(position) == '"'
              ? quoted(line, position + 1, field)
              : plain(line, position, field);
      fields.add(field.toString());
      if (position == line.length()) {
        return fields;
      }
      position++;
    }
  }

  private static int plain(String line, int from, StringBuilder field) {
    int comma = line.indexOf(',', from);
    int end = comma < 0 ? line.length() : comma;
    field.append(line, from, end);
    return end;
  }

  private static int quoted(String line, int from, StringBuilder field) throws BrokenLineException {
    int position = from;
    while (true) {
      int quote = line.indexOf('"', position);
      if (quote < 0) {
        throw new BrokenLineException("a quote is not closed");
      }
      field.append(line, position, quote);
      position = quote + 1;
      if (position == line.length() || line.charAt(position) == ',') {
        return position;
      }
      if (line.charAt(position) != '"') {
        throw new BrokenLineException("text after a closing quote");
      }
      field.append('"');
      position++;
    }
  }
}
