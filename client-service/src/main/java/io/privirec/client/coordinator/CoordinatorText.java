package io.privirec.client.coordinator;

import java.util.Locale;

/// What the coordinator wrote, before it comes into a log or a terminal: it must not begin a line
/// of its own there, move the cursor, or fill the disk.
public final class CoordinatorText {
  private static final int LONGEST = 300;

  private CoordinatorText() {}

  /// The text with everything that is no visible character or space as a backslash, `u` and its
  /// UTF-16 code, and so with backslashes; cut after 300 characters.
  public static String printable(String text) {
    StringBuilder printable = new StringBuilder();
    int at = 0;
    while (at < text.length() && at < LONGEST) {
      int character = text.codePointAt(at);
      int next = at + Character.charCount(character);
      if (isPlain(character)) {
        printable.appendCodePoint(character);
      } else {
        text.substring(at, next)
            .chars()
            .forEach(unit -> printable.append(String.format(Locale.ROOT, "\\u%04x", unit)));
      }
      at = next;
    }
    return at < text.length() ? printable.append('…').toString() : printable.toString();
  }

  private static boolean isPlain(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> character != '\\';
    };
  }
}
