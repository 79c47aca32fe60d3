package io.privirec.filter.data;

import static io.privirec.filter.data.InteractionColumn.ITEM;
import static io.privirec.filter.data.InteractionColumn.RATING;
import static io.privirec.filter.data.InteractionColumn.TIMESTAMP;
import static io.privirec.filter.data.InteractionColumn.USER;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.FieldModifiers;
import de.siegmar.fastcsv.reader.StringArrayHandler;
import io.privirec.filter.lines.BrokenLineException;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `user,item[,rating[,timestamp]]`, one interaction per line: the one reader of such files,
/// wherever they come in.
///
/// - Text is UTF-8, with or without a byte order mark, gzipped or not. A line has at most
///   [#MAX_LINE_BYTES] bytes. Lines that are empty or of spaces are skipped.
/// - The separator is the comma, tab, `;` or `::` in the first line. Fields may be quoted as in RFC
///   4180, on one line. Spaces around fields are no part of them.
/// - A first line that names a column of users or items is a header. Columns are then in its order;
///   each must have a name of [InteractionColumn], once. Without a header the order is that above.
/// - Rating and timestamp may be left out at the end of a line, or empty. A timestamp is a number
///   of seconds since 1970, of milliseconds from 10¹¹ on, or like `2026-01-31T12:00:00Z`.
///
/// Gzip data may unpack to 8 GiB, and from 1 MiB on to 50 times its size.
///
/// Pairs may be repeated: what that means is the caller's. Not thread-safe.
public final class InteractionReader {
  /// Without its end.
  public static final int MAX_LINE_BYTES = 8192;

  /// In UTF-16 code units.
  public static final int MAX_ID_LENGTH = 256;

  /// Seconds since 1970 reach it in the year 5138, milliseconds reached it in 1973.
  private static final double FIRST_MILLISECONDS = 1e11;

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern INTEGER = Pattern.compile("\\d+");
  private static final Pattern NO_DIGIT = Pattern.compile("\\D+");
  private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");
  private static final List<String> SEPARATORS = List.of("\t", ",", ";", "::");
  private static final int MAX_QUOTATION = 40;

  private final DataLines lines;
  private final CsvReaderBuilder csv =
      CsvReader.builder().trimWhitespacesAroundQuotes(true).allowUnclosedQuote(false);
  private List<InteractionColumn> columns = List.of();
  private @Nullable String ahead;
  private long number;
  private boolean refused;

  /// Reads from a stream, which is not closed.
  public InteractionReader(InputStream in) {
    this.lines = new DataLines(in, MAX_LINE_BYTES);
  }

  /// Number of the line that was returned or refused last, from 1.
  public long line() {
    return number;
  }

  /// The next interaction, or null after the last.
  ///
  /// @throws BrokenLineException if a line is none. It is consumed, and reading can go on; behind a
  ///   header that is refused there is nothing more.
  /// @throws TooMuchTextException if gzip data unpacks to too much
  public @Nullable Interaction next() throws IOException {
    for (String line = nextLine(); line != null; line = nextLine()) {
      if (columns.isEmpty()) {
        String[] first = firstFields(line);
        if (isHeader(first)) {
          columns = header(first);
          continue;
        }
        columns = List.of(InteractionColumn.values());
        refuseNamesAboveNumbers(first);
      }
      return interaction(fields(line));
    }
    return null;
  }

  private @Nullable String nextLine() throws IOException {
    while (!refused) {
      try {
        String line = ahead == null ? lines.next() : ahead;
        if (line == null || line.chars().anyMatch(c -> c != ' ')) {
          return line;
        }
      } finally {
        ahead = null;
        number = lines.number();
      }
    }
    return null;
  }

  private String[] firstFields(String line) throws BrokenLineException {
    String unquoted = QUOTED.matcher(line).replaceAll("");
    List<String> separators = SEPARATORS.stream().filter(unquoted::contains).toList();
    // No field has a tab. Any other separator may as well be a part of one.
    if (separators.size() > 1 && !separators.contains("\t")) {
      throw refusal(
          "the separator could be %s: quote the fields, or name the columns in a first line"
              .formatted(String.join(" or ", separators)));
    }
    csv.fieldSeparator(separators.isEmpty() ? "," : separators.getFirst());
    return fields(line);
  }

  private String[] fields(String line) throws BrokenLineException {
    try {
      if (line.indexOf('\r') < 0) {
        return csv.ofSingleCsvRecord(
            StringArrayHandler.of(fields -> fields.fieldModifier(FieldModifiers.STRIP)), line);
      }
    } catch (CsvParseException e) {
      throw broken("a quote is not closed, or text is after a closing quote");
    }
    throw broken("a carriage return is not at the end");
  }

  private static boolean isHeader(String[] fields) {
    return Arrays.stream(fields)
        .map(InteractionColumn::named)
        .flatMap(Optional::stream)
        .anyMatch(column -> column == USER || column == ITEM);
  }

  private List<InteractionColumn> header(String[] names) throws BrokenLineException {
    InteractionColumn[] header = new InteractionColumn[names.length];
    for (int field = 0; field < names.length; field++) {
      String name = names[field];
      header[field] = InteractionColumn.named(name).orElseThrow(() -> unknownColumn(name));
      if (Arrays.asList(header).indexOf(header[field]) < field) {
        throw refusal("column %s is there twice".formatted(header[field].word()));
      }
    }
    List<InteractionColumn> known = List.of(header);
    for (InteractionColumn needed : List.of(USER, ITEM)) {
      if (!known.contains(needed)) {
        throw refusal("there is no column %s".formatted(needed.word()));
      }
    }
    return known;
  }

  /// Without a header by known names, a first line may still be one: its rating is no number, or it
  /// has no digit where the line below has numbers only.
  private void refuseNamesAboveNumbers(String[] first) throws IOException {
    for (String value : Arrays.stream(first).skip(2).limit(2).toList()) {
      if (NO_DIGIT.matcher(value).matches()) {
        throw unknownColumn(value);
      }
    }
    if (first.length >= 2 && isMatch(NO_DIGIT, first)) {
      long at = number;
      String below = nextLine();
      boolean isAboveNumbers = below != null && isMatch(INTEGER, fields(below));
      number = at;
      ahead = below;
      if (isAboveNumbers) {
        throw unknownColumn(first[0]);
      }
    }
  }

  private static boolean isMatch(Pattern pattern, String[] fields) {
    return Arrays.stream(fields).limit(2).allMatch(id -> pattern.matcher(id).matches());
  }

  private Interaction interaction(String[] fields) throws BrokenLineException {
    int least = Math.max(columns.indexOf(USER), columns.indexOf(ITEM)) + 1;
    int most = columns.size();
    if (fields.length < least || fields.length > most) {
      throw broken(
          "expected %s fields, found %d"
              .formatted(
                  least == most ? "" + most : "%d to %d".formatted(least, most), fields.length));
    }
    return new Interaction(id(USER, fields), id(ITEM, fields), rating(fields), occurredAt(fields));
  }

  private String text(InteractionColumn column, String[] fields) {
    int field = columns.indexOf(column);
    return field < 0 || field >= fields.length ? "" : fields[field];
  }

  private String id(InteractionColumn column, String[] fields) throws BrokenLineException {
    String id = text(column, fields);
    if (id.isBlank()
        || id.length() > MAX_ID_LENGTH
        || id.chars().anyMatch(Character::isISOControl)) {
      throw broken(
          "%s must have 1 to %d printable characters".formatted(column.word(), MAX_ID_LENGTH));
    }
    if (id.startsWith("-") && INTEGER.matcher(id.substring(1)).matches()) {
      throw broken("%s must not be negative".formatted(column.word()));
    }
    return id;
  }

  private float rating(String[] fields) throws BrokenLineException {
    String text = text(RATING, fields);
    if (text.isEmpty()) {
      return Float.NaN;
    }
    float rating = NUMBER.matcher(text).matches() ? Float.parseFloat(text) : Float.NaN;
    if (!Float.isFinite(rating)) {
      throw broken("rating must be a number");
    }
    return rating;
  }

  private @Nullable Instant occurredAt(String[] fields) throws BrokenLineException {
    String text = text(TIMESTAMP, fields);
    if (text.isEmpty()) {
      return null;
    }
    try {
      Instant at = instant(text);
      int year = at.atOffset(ZoneOffset.UTC).getYear();
      if (year >= 1 && year <= 9999) {
        return at;
      }
    } catch (DateTimeException e) {
      // the same refusal as for a time that is too far away
    }
    throw broken(
        "timestamp must be a number of seconds or milliseconds, or like 2026-01-31T12:00:00Z");
  }

  private static Instant instant(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return OffsetDateTime.parse(text).toInstant();
    }
    double given = Double.parseDouble(text);
    boolean seconds = Math.abs(given) < FIRST_MILLISECONDS;
    return Instant.ofEpochMilli(Math.round(seconds ? 1000 * given : given));
  }

  private BrokenLineException unknownColumn(String name) {
    String printable = name.replaceAll("\\p{Cntrl}", "?");
    return refusal(
        "column \"%s\" has no known name: name the columns user, item, rating, timestamp"
            .formatted(printable.substring(0, Math.min(MAX_QUOTATION, printable.length()))));
  }

  /// What makes all lines unreadable.
  private BrokenLineException refusal(String why) {
    refused = true;
    return broken(why);
  }

  private BrokenLineException broken(String why) {
    return new BrokenLineException(number, why);
  }
}
