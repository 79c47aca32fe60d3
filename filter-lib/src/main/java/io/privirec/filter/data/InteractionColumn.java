package io.privirec.filter.data;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The columns of an interaction file, in the order of files without a header. Headers use the
/// words of shops and of public data sets.
///
/// Names are compared without case, spaces, `_`, `-`, `#` and the types of RecBole
/// (`user_id:token`). If a file has a first and a second choice, the first choice counts.
enum InteractionColumn {
  USER(
      "user",
      List.of(
          "user", "userid", "uid", "customer", "customerid", "visitor", "visitorid", "reviewerid"),
      List.of("username", "session", "sessionid")),
  ITEM(
      "item",
      List.of(
          "item",
          "itemid",
          "iid",
          "movie",
          "movieid",
          "product",
          "productid",
          "book",
          "bookid",
          "isbn",
          "parentasin",
          "artist",
          "artistid",
          "track",
          "trackid",
          "song",
          "songid",
          "business",
          "businessid",
          "venueid",
          "article",
          "articleid",
          "game",
          "gameid",
          "anime",
          "animeid"),
      List.of("asin")),
  RATING(
      "rating",
      List.of(
          "rating", "ratings", "stars", "score", "value", "preference", "overall", "bookrating"),
      List.of()),
  TIME(
      "time",
      List.of(
          "timestamp",
          "timestamps",
          "time",
          "ts",
          "datetime",
          "unixtime",
          "occurredat",
          "unixreviewtime"),
      List.of("date"));

  private static final Pattern TYPE = Pattern.compile(":(token|float)(_seq)?$");
  private static final Map<String, Meaning> MEANINGS = meanings();
  private static final int LONGEST_NAME = 40;

  /// Longer texts are no numbers that anybody means, and would take long to match.
  private static final int MOST_DIGITS = 64;

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  private final String option;

  @SuppressWarnings("ImmutableEnumChecker") // a List.of
  private final List<String> first;

  @SuppressWarnings("ImmutableEnumChecker") // a List.of
  private final List<String> second;

  InteractionColumn(String option, List<String> first, List<String> second) {
    this.option = option;
    this.first = first;
    this.second = second;
  }

  /// The meaning of a name.
  ///
  /// @param isSecond whether another name of the same column comes before it
  record Meaning(InteractionColumn column, boolean isSecond) {}

  private static Map<String, Meaning> meanings() {
    Map<String, Meaning> meanings = new HashMap<>();
    for (InteractionColumn column : values()) {
      column.first.forEach(name -> meanings.put(name, new Meaning(column, false)));
      column.second.forEach(name -> meanings.put(name, new Meaning(column, true)));
    }
    return Map.copyOf(meanings);
  }

  static Optional<Meaning> named(String name) {
    return Optional.ofNullable(meaning(name));
  }

  static boolean isNamed(InteractionColumn column, String name) {
    Meaning meaning = meaning(name);
    return meaning != null && meaning.column() == column;
  }

  private static @Nullable Meaning meaning(String name) {
    return name.length() > LONGEST_NAME ? null : MEANINGS.get(plain(name));
  }

  /// A name as names are compared.
  static String plain(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    if (plain.indexOf(':') > 0) {
      plain = TYPE.matcher(plain).replaceFirst("");
    }
    StringBuilder kept = new StringBuilder(plain.length());
    for (int at = 0; at < plain.length(); at++) {
      if (" _-#".indexOf(plain.charAt(at)) < 0) {
        kept.append(plain.charAt(at));
      }
    }
    return kept.toString();
  }

  /// The word for messages, and the option that says which column it is.
  String word() {
    return option;
  }

  /// Whether a text is a number, of ratings or times.
  static boolean isNumber(String text) {
    return text.length() <= MOST_DIGITS && NUMBER.matcher(text).matches();
  }
}
