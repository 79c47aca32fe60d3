package io.privirec.filter.data;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/// Whether the first lines of a file without a header fit the order user, item, rating, time.
///
/// A file of another order would be read to wrong users and items without an error. So lines that
/// do not fit are refused. With options that number the columns, such a file is read.
final class HeaderlessOrder {
  private static final Pattern WORD = Pattern.compile("\\D+");
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
  private static final Pattern FRACTION = Pattern.compile("[+-]?\\d*\\.\\d+");

  /// Such as 2026-01-31, 2026/01/31 10:00, 31.01.2026, 1/31/2026, and a time of the day.
  private static final Pattern DATE =
      Pattern.compile(
          "(\\d{4}[-/]\\d\\d[-/]\\d\\d|\\d\\d?[./]\\d\\d?[./]\\d{4})([T ].*)?"
              + "|\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?");

  /// Such as 20260131. Ids of eight digits may look like a date by chance, but not many of them.
  private static final Pattern PLAIN_DATE =
      Pattern.compile("(19|20)\\d\\d(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])");

  /// Kinds of events in exports of shops.
  private static final Pattern EVENT =
      Pattern.compile(
          "(?i)(page_?)?views?|clicks?|(add[-_]?to[-_]?|remove[-_]?from[-_]?)?(cart|basket|wishlist)"
              + "|transactions?|purchases?|buys?|orders?|likes?|ratings?|play(ed)?|impressions?");

  /// Item and user of Amazon's files, some of which have them in this order.
  private static final Pattern AMAZON_ITEM = Pattern.compile("B0[0-9A-Z]{8}|\\d{9}[0-9X]");

  private static final Pattern AMAZON_USER = Pattern.compile("A[0-9A-Z]{11,27}");

  /// In 1973, as seconds.
  private static final double FIRST_TIME = 1e8;

  /// 2000 to 2035, as seconds.
  private static final double EARLIEST = 946_684_800;

  private static final double LATEST = 2_051_222_400;

  private static final double LARGEST_RATING = 1000;
  private static final double LARGEST_SCALE = 10;
  private static final int SHORTEST_COUNT = 3;

  /// Users may ascend by chance, or have one line each. Lines that were left out make gaps.
  private static final int SHORTEST_COUNT_WITH_GAPS = 20;

  private final List<String[]> lines;

  /// @param lines the first of the file, at least one
  HeaderlessOrder(List<String[]> lines) {
    this.lines = lines;
  }

  /// Refuses a first line of words above numbers, or of numbered names: its names are not known.
  void requireNoNames() throws LineFault {
    String[] first = lines.getFirst();
    if (areNumberedNames(first)) {
      throw LineFault.ofFile(
          "the first line looks like names: say header=yes and name the columns, such as user=%s and item=%s, or say header=no"
              .formatted(first[0], first[1]));
    }
    HeaderlessOrder below = new HeaderlessOrder(lines.subList(1, lines.size()));
    boolean areIntegersBelow = first.length > 1 && below.all(0, INTEGER) && below.all(1, INTEGER);
    for (int column = 0;
        column < first.length && Arrays.stream(first).allMatch(HeaderlessOrder::isWord);
        column++) {
      boolean areDigitsBelow = below.lines.size() > 1 && below.all(column, value -> !isWord(value));
      if (areIntegersBelow || areDigitsBelow) {
        throw name(first[column]);
      }
    }
  }

  /// Whether names count, such as V1,V2 of R, _c0,_c1 of Spark or 0,1,2 of pandas.
  private static boolean areNumberedNames(String[] names) {
    String beginning = names[0].replaceFirst("\\d{1,4}$", "");
    if (names.length < (beginning.isEmpty() ? 3 : 2) || beginning.equals(names[0])) {
      return false;
    }
    int from = Integer.parseInt(names[0].substring(beginning.length()));
    return from <= (beginning.isEmpty() ? 0 : 1)
        && IntStream.range(0, names.length)
            .allMatch(column -> names[column].equals(beginning + (from + column)));
  }

  /// Refuses lines whose values do not fit the order.
  ///
  /// @param isKnown whether the caller says that there is no header
  void requireUserItemRatingTime(boolean isKnown) throws LineFault {
    String[] first = lines.getFirst();
    for (int column = 2; column < Math.min(first.length, 4); column++) {
      if (isWord(first[column])) {
        throw isKnown
            ? order("column %s looks like words".formatted(column + 1))
            : name(first[column]);
      }
    }
    if (first.length > 4) {
      throw order("there are %s columns".formatted(first.length));
    }
    boolean isMoreThanPairs = first.length > 2;
    for (int column = 0; column < 2; column++) {
      if (all(column, DATE) || (isMoreThanPairs && all(column, HeaderlessOrder::isEpoch))) {
        throw order("column %s looks like times".formatted(column + 1));
      }
      if (isMoreThanPairs && lines.size() >= SHORTEST_COUNT && all(column, PLAIN_DATE)) {
        throw order("column %s looks like dates".formatted(column + 1));
      }
      if (all(column, FRACTION)
          || (isMoreThanPairs
              && all(column, HeaderlessOrder::isOnScale)
              && any(column, value -> FRACTION.matcher(value).matches()))) {
        throw order("column %s looks like ratings".formatted(column + 1));
      }
      if (isMoreThanPairs && all(column, EVENT)) {
        throw order("column %s looks like kinds of events".formatted(column + 1));
      }
    }
    if (isMoreThanPairs && isCount()) {
      throw order("column 1 counts the lines");
    }
    if (all(0, AMAZON_ITEM) && all(1, AMAZON_USER)) {
      throw order("column 1 looks like items, and column 2 like users");
    }
    if (any(2, HeaderlessOrder::isNoRating)) {
      throw order("column 3 looks like times or ids, not like ratings");
    }
    if (all(1, item -> INTEGER.matcher(item).matches() && isOnScale(item))
        && any(2, rating -> number(rating) > LARGEST_SCALE)) {
      throw order("column 2 looks like ratings, and column 3 like ids");
    }
    if (any(3, HeaderlessOrder::isNoTime)) {
      throw order("column 4 does not look like times");
    }
  }

  private static LineFault name(String word) {
    return LineFault.ofFile(
        "column %s has no known name: name the columns with options such as user=NAME and item=NAME,"
                .formatted(LineFault.quoted(word))
            + " or say header=no and number them, such as user=1 and item=2");
  }

  private static LineFault order(String found) {
    return LineFault.ofFile(
        found
            + ": without a header the order is user, item, rating, time; number the columns with"
            + " options such as user=1 and item=3");
  }

  private boolean all(int column, Pattern pattern) {
    return all(column, value -> pattern.matcher(value).matches());
  }

  private boolean all(int column, Predicate<String> fits) {
    return !lines.isEmpty()
        && lines.stream().allMatch(line -> line.length > column && fits.test(line[column]));
  }

  private boolean any(int column, Predicate<String> fits) {
    return lines.stream().anyMatch(line -> line.length > column && fits.test(line[column]));
  }

  /// Whether column 1 numbers the lines from 1.
  boolean countsFromOne() {
    return isCount()
        && lines.getFirst()[0].equals("1")
        && lines.getLast()[0].equals(String.valueOf(lines.size()));
  }

  private boolean isCount() {
    if (lines.size() < SHORTEST_COUNT || !all(0, INTEGER)) {
      return false;
    }
    long[] numbers = lines.stream().mapToLong(line -> Long.parseLong(line[0])).toArray();
    long gaps = numbers[numbers.length - 1] - numbers[0] - (numbers.length - 1);
    return (gaps == 0 || numbers.length >= SHORTEST_COUNT_WITH_GAPS)
        && IntStream.range(1, numbers.length).allMatch(line -> numbers[line - 1] < numbers[line]);
  }

  static boolean isDate(String value) {
    return DATE.matcher(value).matches();
  }

  /// Whether a number is too large for a rating. A word is no number.
  static boolean isNoRating(String value) {
    return Math.abs(number(value)) > LARGEST_RATING;
  }

  /// Whether a number is too small for a time. A word is no number.
  static boolean isNoTime(String value) {
    return Math.abs(number(value)) < FIRST_TIME;
  }

  private static boolean isWord(String value) {
    return WORD.matcher(value).matches();
  }

  private static boolean isEpoch(String value) {
    double seconds = number(value);
    return (seconds >= EARLIEST && seconds <= LATEST)
        || (seconds >= 1000 * EARLIEST && seconds <= 1000 * LATEST);
  }

  private static boolean isOnScale(String value) {
    return number(value) >= 0 && number(value) <= LARGEST_SCALE;
  }

  /// NaN if it is none, which compares to nothing.
  private static double number(String value) {
    return InteractionColumn.isNumber(value) ? Double.parseDouble(value) : Double.NaN;
  }
}
