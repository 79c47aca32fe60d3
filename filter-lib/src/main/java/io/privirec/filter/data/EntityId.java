package io.privirec.filter.data;

import java.util.Optional;

/// The rule that ids of users and items keep wherever they come in: in files of interactions and in
/// catalogues.
///
/// An id has 1 to [#MAX_LENGTH] UTF-16 code units and is kept as it is: case, leading zeros, signs
/// and Unicode normalisation forms make different ids. These characters are refused, because two
/// ids that look equal must be equal, and because an id must fit into a line of text:
///
/// - white space and invisible characters at an end, joiners included
/// - invisible characters and line separators anywhere; joiners may stand inside, since scripts and
///   emoji need them
/// - control characters and surrogates without their other half
public final class EntityId {
  /// In UTF-16 code units.
  public static final int MAX_LENGTH = 256;

  /// Soft hyphen, combining grapheme joiner, Hangul fillers, Khmer inherent vowels, Mongolian vowel
  /// separator, zero width space, marks of direction, word joiner, invisible operators, embeddings,
  /// overrides and isolates of a direction, byte order mark.
  private static final String INVISIBLE =
      "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
          + "\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
          + "\u2066\u2067\u2068\u2069\u206a\u206b\u206c\u206d\u206e\u206f\u3164\ufeff\uffa0";

  private static final String JOINERS = "\u200c\u200d";

  private EntityId() {}

  /// The text without white space and invisible characters at its ends.
  static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isTrimmed(text.charAt(from))) {
      from++;
    }
    while (to > from && isTrimmed(text.charAt(to - 1))) {
      to--;
    }
    return text.substring(from, to);
  }

  /// Why a text is no id: "must not contain the control character U+0000". Empty if it is an id.
  public static Optional<String> fault(String text) {
    if (trimmed(text).isEmpty() || text.length() > MAX_LENGTH) {
      return Optional.of("must have 1 to %s printable characters".formatted(MAX_LENGTH));
    }
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      boolean atEnd = at == 0 || at == text.length() - 1;
      if (Character.isSurrogate(c)) {
        if (!Character.isHighSurrogate(c)
            || at + 1 == text.length()
            || !Character.isLowSurrogate(text.charAt(++at))) {
          return must("contain the lone surrogate", c);
        }
      } else if (Character.isISOControl(c)) {
        return must("contain the control character", c);
      } else if (INVISIBLE.indexOf(c) >= 0) {
        return must("contain the invisible character", c);
      } else if (c == '\u2028' || c == '\u2029') {
        return must("contain the line separator", c);
      } else if (atEnd && isTrimmed(c)) {
        return must("begin or end with the space or invisible character", c);
      }
    }
    return Optional.empty();
  }

  private static boolean isTrimmed(char c) {
    return c == ' '
        || Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || INVISIBLE.indexOf(c) >= 0
        || JOINERS.indexOf(c) >= 0;
  }

  private static Optional<String> must(String not, char c) {
    return Optional.of("must not " + not + " U+" + hex(c));
  }

  private static String hex(char c) {
    return java.util.HexFormat.of().withUpperCase().toHexDigits(c);
  }
}
