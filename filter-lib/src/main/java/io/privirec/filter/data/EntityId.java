package io.privirec.filter.data;

import java.util.Locale;
import java.util.Optional;

/// The rule that ids of users and items keep wherever they come in: in files of interactions and in
/// catalogues.
///
/// An id has 1 to [#MAX_LENGTH] UTF-16 code units and is kept as it is: case, leading zeros, signs
/// and Unicode normalisation forms make different ids. These characters are refused, because two
/// ids that look equal must be equal, and because an id must fit into a line of text:
///
/// - white space, invisible characters, joiners and variation selectors at an end
/// - invisible characters and line separators anywhere. Joiners and variation selectors may stand
///   inside, because scripts and emoji need them
/// - control characters and surrogates without their other half
public final class EntityId {
  /// In UTF-16 code units.
  public static final int MAX_LENGTH = 256;

  /// Combining grapheme joiner, Hangul fillers, Khmer inherent vowels, Braille blank. Unicode has
  /// all other invisible characters among the format characters or the tags.
  private static final String INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0";

  private static final String JOINERS = "\u200c\u200d";

  private EntityId() {}

  /// The text without white space and invisible characters at its ends.
  static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && isTrimmed(text.codePointAt(from))) {
      from += Character.charCount(text.codePointAt(from));
    }
    while (to > from && isTrimmed(text.codePointBefore(to))) {
      to -= Character.charCount(text.codePointBefore(to));
    }
    return text.substring(from, to);
  }

  /// Why a text is no id: "must not contain the control character U+0000". Empty if it is an id.
  public static Optional<String> fault(String text) {
    if (trimmed(text).isEmpty() || text.length() > MAX_LENGTH) {
      return Optional.of("must have 1 to %s printable characters".formatted(MAX_LENGTH));
    }
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      int c = text.codePointAt(at);
      boolean atEnd = at == 0 || at + Character.charCount(c) == text.length();
      if (Character.getType(c) == Character.SURROGATE) {
        return must("contain the lone surrogate", c);
      } else if (Character.isISOControl(c)) {
        return must("contain the control character", c);
      } else if (isInvisible(c)) {
        return must("contain the invisible character", c);
      } else if (c == '\u2028' || c == '\u2029') {
        return must("contain the line separator", c);
      } else if (atEnd && isTrimmed(c)) {
        return must("begin or end with the space or invisible character", c);
      }
    }
    return Optional.empty();
  }

  private static boolean isTrimmed(int c) {
    return c == ' '
        || Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || isInvisible(c)
        || JOINERS.indexOf(c) >= 0
        || isVariationSelector(c);
  }

  private static boolean isInvisible(int c) {
    return INVISIBLE.indexOf(c) >= 0
        || (Character.getType(c) == Character.FORMAT
            && JOINERS.indexOf(c) < 0
            && !isVisibleFormat(c))
        || (c >= 0xe0000 && c <= 0xe0fff && !isVariationSelector(c));
  }

  /// Format characters with a shape: signs of Arabic, Syriac and Kaithi numbers, and joiners of
  /// Egyptian hieroglyphs.
  private static boolean isVisibleFormat(int c) {
    return (c >= 0x600 && c <= 0x605)
        || c == 0x6dd
        || c == 0x70f
        || c == 0x890
        || c == 0x891
        || c == 0x8e2
        || c == 0x110bd
        || c == 0x110cd
        || (c >= 0x13430 && c <= 0x1343f);
  }

  private static boolean isVariationSelector(int c) {
    return (c >= 0xfe00 && c <= 0xfe0f)
        || (c >= 0x180b && c <= 0x180d)
        || c == 0x180f
        || (c >= 0xe0100 && c <= 0xe01ef);
  }

  private static Optional<String> must(String not, int c) {
    return Optional.of(String.format(Locale.ROOT, "must not %s U+%04X", not, c));
  }
}
