package io.privirec.filter.data;

import static io.privirec.filter.data.InteractionColumn.ITEM;
import static io.privirec.filter.data.InteractionColumn.USER;

import io.privirec.filter.data.ReadingReport.SkippedLine;
import io.privirec.filter.lines.BrokenLineException;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads one interaction per line: the one reader of such files, wherever they come in.
///
/// - Text is UTF-8 unless a byte order mark or [FileFormat] says otherwise, gzipped or not. A line
///   has at most [#MAX_LINE_BYTES] bytes. Lines that are empty or of spaces are skipped.
/// - Lines are objects of JSON, or fields between separators: comma, tab, `;`, `::` or `|`, decided
///   by the first line. Fields may be quoted as in RFC 4180, also over several lines. White space
///   around fields is no part of them. A first line `sep=;` of Excel states the separator.
/// - A first line that names a column of users or items is a header. Columns are then in its order,
///   known by [InteractionColumn]. Other columns are ignored. Without a header the order is user,
///   item, rating, time, and the first [#SAMPLE_LINES] lines must look like it.
/// - Ids keep the rule of [EntityId]. Rating and time may be left out at the end of a line, or
///   empty. [InteractionTime] reads times.
///
/// Gzip data may unpack to 8 GiB, and from 1 MiB on to 50 times its size.
///
/// Pairs may be repeated: what that means is the caller's. Not thread-safe.
public final class InteractionReader {
  /// Without its end: a review with its text fits.
  public static final int MAX_LINE_BYTES = 1 << 18;

  /// Skipped lines that a report names.
  public static final int MAX_SKIPPED_SHOWN = 20;

  private static final String HOW_TO_SKIP = "; the option badLines=skip leaves such lines out";
  private static final int SAMPLE_LINES = 100;
  private static final int SAMPLE_CHARS = 1 << 18;

  private static final int MOST_NAMES = 100;
  private static final int MOST_NAME_CHARS = 40;

  private static final Pattern DECIMAL_COMMA = Pattern.compile("[+-]?\\d{1,9},\\d{1,9}");

  /// The first line that Excel reads the separator from, and writes to no column.
  private static final Pattern EXCEL_SEPARATOR = Pattern.compile("(?i)\"?sep=([^\"])\"?");

  private final DataLines lines;
  private final FileFormat format;
  private final Deque<Ahead> ahead = new ArrayDeque<>();
  private final List<SkippedLine> skipped = new ArrayList<>();
  private @Nullable LineFields fields;
  private String statedSeparator = "";
  private long skippedLines;
  private long number = 1;
  private boolean refused;

  /// A line that was read before its turn.
  ///
  /// @param broken why there is none
  private record Ahead(long number, @Nullable String line, @Nullable BrokenLineException broken) {}

  /// Reads from a stream, which is not closed.
  public InteractionReader(InputStream in) {
    this(in, FileFormat.GUESSED);
  }

  /// Reads from a stream, which is not closed.
  public InteractionReader(InputStream in, FileFormat format) {
    this.lines = new DataLines(in, MAX_LINE_BYTES, format.charset());
    this.format = format;
  }

  /// Number of the line that was returned or refused last, from 1.
  public long line() {
    return number;
  }

  /// Returns the columns and lines that were left out so far.
  public ReadingReport report() {
    return new ReadingReport(
        fields == null
            ? List.of()
            : fields.ignored().stream()
                .limit(MOST_NAMES)
                .map(name -> name.substring(0, Math.min(name.length(), MOST_NAME_CHARS)))
                .toList(),
        skippedLines,
        skipped);
  }

  /// The next interaction, or null after the last.
  ///
  /// @throws BrokenLineException if a line is none, unless the format skips it. It is consumed, and
  ///   reading can go on. Behind a line that makes the rest unreadable there is nothing more.
  /// @throws TooMuchTextException if gzip data unpacks to too much
  public @Nullable Interaction next() throws IOException {
    while (true) {
      try {
        return read();
      } catch (BrokenLineException e) {
        // A guess about columns from the second line on would be a guess about another file.
        refused |= fields == null || (lines.isDamaged() && ahead.isEmpty());
        if (refused) {
          throw e;
        }
        if (!format.skipsBadLines()) {
          throw broken(e.getMessage() + HOW_TO_SKIP);
        }
        skippedLines++;
        if (skipped.size() < MAX_SKIPPED_SHOWN) {
          skipped.add(new SkippedLine(e.line(), e.getMessage()));
        }
      }
    }
  }

  private @Nullable Interaction read() throws IOException {
    String line = nextLine();
    try {
      if (fields == null) {
        Matcher excel = EXCEL_SEPARATOR.matcher(line == null ? "" : line);
        if (excel.matches()) {
          statedSeparator = excel.group(1);
          line = nextLine();
        }
        if (line != null) {
          fields = open(line);
          line = fields.hasHeader() ? nextLine() : line;
        }
      }
      return line == null || fields == null ? null : interaction(fields.values(closed(line)));
    } catch (LineFault e) {
      refused |= e.endsFile();
      throw broken(e.getMessage());
    }
  }

  /// Returns the line with the lines that follow it up to the end of an open quote. If there is no
  /// such end, or one of the lines is an interaction by itself, the lines stay to be read: the
  /// quote is a mistake then, and would swallow interactions.
  private String closed(String line) throws IOException {
    if (fields == null
        || !fields.hasQuotedBreaks()
        || !LineFields.hasOddQuotes(line)
        || fields.isWhole(line)) {
      return line;
    }
    StringBuilder record = new StringBuilder(line);
    List<Ahead> taken = new ArrayList<>();
    boolean isOpen = true;
    while (isOpen && record.length() < MAX_LINE_BYTES) {
      Ahead next = take();
      if (next == null) {
        break;
      }
      taken.add(next);
      if (next.line() == null) {
        break;
      }
      if (fields.fits(next.line())) {
        break;
      }
      record.append('\n').append(next.line());
      isOpen = !LineFields.hasOddQuotes(next.line());
    }
    if (!isOpen && fields.isWhole(record.toString())) {
      return record.toString();
    }
    taken.reversed().forEach(ahead::addFirst);
    return line;
  }

  private LineFields open(String first) throws IOException, LineFault {
    if (first.indexOf(0) >= 0) {
      throw LineFault.ofFile(
          "has zero bytes: name the encoding with the option charset=NAME, such as UTF-16LE");
    }
    if (format.separator().isEmpty() && first.matches("\\[\\s*(\\{.*)?")) {
      throw LineFault.ofFile("begins with [: write one JSON object per line, not an array");
    }
    if (format.separator().isEmpty() && JsonFields.begins(first)) {
      return new JsonFields(format);
    }
    return CsvFields.of(first, sample(), statedSeparator, format);
  }

  /// Lines that follow, as far as they can be read. They stay to be read.
  private List<String> sample() throws IOException {
    List<String> sample = new ArrayList<>();
    int chars = 0;
    // Broken lines count, too: each is kept until it is read.
    while (ahead.size() < SAMPLE_LINES && chars < SAMPLE_CHARS && !lines.isDamaged()) {
      Ahead next = readAhead();
      if (next == null) {
        break;
      }
      ahead.add(next);
      if (next.line() != null) {
        sample.add(next.line());
        chars += next.line().length();
      }
    }
    return sample;
  }

  private @Nullable String nextLine() throws IOException {
    Ahead next = refused ? null : take();
    if (next == null) {
      return null;
    }
    number = next.number();
    if (next.broken() != null) {
      throw next.broken();
    }
    return next.line();
  }

  private @Nullable Ahead take() throws IOException {
    return ahead.isEmpty() ? readAhead() : ahead.poll();
  }

  /// Reads the next line that is not blank. Null behind the last.
  private @Nullable Ahead readAhead() throws IOException {
    try {
      String line = lines.next();
      while (line != null && isBlank(line)) {
        line = lines.next();
      }
      return line == null ? null : new Ahead(lines.number(), line, null);
    } catch (BrokenLineException e) {
      return new Ahead(e.line(), null, e);
    }
  }

  private static boolean isBlank(String line) {
    return line.chars().allMatch(c -> c == ' ');
  }

  private Interaction interaction(LineFields.Values values) throws LineFault {
    return new Interaction(
        id(USER, values.user()),
        id(ITEM, values.item()),
        rating(values.rating()),
        occurredAt(values.time()));
  }

  private static String id(InteractionColumn column, String text) throws LineFault {
    String id = EntityId.trimmed(text);
    Optional<String> fault = EntityId.fault(id);
    if (fault.isPresent()) {
      throw LineFault.ofLine(column.word() + " " + fault.get());
    }
    return id;
  }

  private static float rating(String text) throws LineFault {
    if (text.isEmpty()) {
      return Float.NaN;
    }
    float rating = InteractionColumn.isNumber(text) ? Float.parseFloat(text) : Float.NaN;
    if (DECIMAL_COMMA.matcher(text).matches()) {
      throw LineFault.ofLine(
          "rating has a decimal comma: write a decimal point, or ignore all ratings with the option"
              + " rating=none");
    }
    if (!Float.isFinite(rating)) {
      throw LineFault.ofLine(
          "rating must be a number: ignore all ratings with the option rating=none");
    }
    return rating;
  }

  private @Nullable Instant occurredAt(String text) throws LineFault {
    if (text.isEmpty()) {
      return null;
    }
    try {
      return InteractionTime.parse(text, format.zone());
    } catch (DateTimeException e) {
      throw LineFault.ofLine(
          "time must be a number of seconds or milliseconds, or like 2026-01-31T12:00:00Z or"
              + " 2026-01-31 12:00:00: ignore all times with the option time=none");
    }
  }

  private BrokenLineException broken(String why) {
    return new BrokenLineException(number, why);
  }
}
