package io.privirec.prose;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Text that remembers the line of its file for each character. Immutable.
final class SourceText {
  /// The line ends of Python's `splitlines`.
  private static final Pattern LINE_END =
      Pattern.compile("\r\n|[\n\r\u000b\u000c\u001c\u001d\u001e\u0085\u2028\u2029]");

  private final String text;
  private final int[] lines;

  private SourceText(String text, int[] lines) {
    this.text = text;
    this.lines = lines;
  }

  /// Returns the text of a file, which begins at line 1.
  static SourceText ofFile(String content) {
    String text = content.replace("\r\n", "\n").replace('\r', '\n');
    int[] lines = new int[text.length()];
    int line = 1;
    for (int i = 0; i < lines.length; i++) {
      lines[i] = line;
      if (text.charAt(i) == '\n') {
        line++;
      }
    }
    return new SourceText(text, lines);
  }

  /// Returns all parts with the separator between two of them.
  static SourceText join(String separator, List<SourceText> parts) {
    Builder joined = new Builder();
    for (int i = 0; i < parts.size(); i++) {
      SourceText part = parts.get(i);
      if (i > 0) {
        joined.add(separator, part.line());
      }
      joined.add(part, 0, part.text.length());
    }
    return joined.build();
  }

  /// Returns the line of the first character, or 0 for an empty text.
  int line() {
    return lines.length == 0 ? 0 : lines[0];
  }

  boolean isEmpty() {
    return text.isEmpty();
  }

  SourceText from(int begin) {
    return between(begin, text.length());
  }

  SourceText between(int begin, int end) {
    return begin == 0 && end == text.length()
        ? this
        : new SourceText(text.substring(begin, end), Arrays.copyOfRange(lines, begin, end));
  }

  SourceText strip() {
    int begin = 0;
    int end = text.length();
    while (begin < end && isBlank(text.charAt(begin))) {
      begin++;
    }
    while (begin < end && isBlank(text.charAt(end - 1))) {
      end--;
    }
    return between(begin, end);
  }

  private static boolean isBlank(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  /// Replaces each match. The replacement has the line at which its match begins.
  ///
  /// @param replacement as `Matcher.appendReplacement` understands it
  SourceText replace(Pattern pattern, String replacement) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      return this;
    }
    Builder replaced = new Builder();
    int end = 0;
    do {
      StringBuilder expanded = new StringBuilder();
      int before = matcher.start() - end;
      matcher.appendReplacement(expanded, replacement);
      replaced.add(this, end, matcher.start());
      if (matcher.start() < lines.length) {
        replaced.add(expanded.substring(before), lines[matcher.start()]);
      }
      end = matcher.end();
    } while (matcher.find());
    replaced.add(this, end, text.length());
    return replaced.build();
  }

  List<SourceText> splitLines() {
    List<SourceText> split = split(LINE_END);
    return !split.isEmpty() && split.getLast().isEmpty()
        ? split.subList(0, split.size() - 1)
        : split;
  }

  List<SourceText> split(Pattern separator) {
    List<SourceText> parts = new ArrayList<>();
    Matcher matcher = separator.matcher(text);
    int begin = 0;
    while (matcher.find()) {
      parts.add(between(begin, matcher.start()));
      begin = matcher.end();
    }
    parts.add(from(begin));
    return parts;
  }

  @Override
  public String toString() {
    return text;
  }

  private static final class Builder {
    private final StringBuilder text = new StringBuilder();
    private int[] lines = new int[256];

    void add(String added, int line) {
      reserve(added.length());
      Arrays.fill(lines, text.length(), text.length() + added.length(), line);
      text.append(added);
    }

    void add(SourceText added, int begin, int end) {
      reserve(end - begin);
      System.arraycopy(added.lines, begin, lines, text.length(), end - begin);
      text.append(added.text, begin, end);
    }

    private void reserve(int more) {
      if (text.length() + more > lines.length) {
        lines = Arrays.copyOf(lines, Math.max(2 * lines.length, text.length() + more));
      }
    }

    SourceText build() {
      return new SourceText(text.toString(), Arrays.copyOf(lines, text.length()));
    }
  }
}
