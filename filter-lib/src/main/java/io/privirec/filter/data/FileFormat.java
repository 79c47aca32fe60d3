package io.privirec.filter.data;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Statements of a caller about an interaction file. They decide if its content does not. The
/// options have the same names and values at each place that reads such files.
public final class FileFormat {
  /// Names of all options: parameters of an import, and options of the lab.
  public static final List<String> OPTIONS =
      List.of(
          "user", "item", "rating", "time", "separator", "header", "charset", "zone", "badLines");

  /// The value of an option that ignores a column of ratings or times.
  static final String NONE = "none";

  static final String SPACE = " ";

  private static final Map<String, String> SEPARATORS =
      Map.of(
          "comma", ",", "tab", "\t", "semicolon", ";", "colons", "::", "pipe", "|", "space", SPACE);

  private static final int MAX_SEPARATOR = 4;

  /// Nothing is stated.
  public static final FileFormat GUESSED = of(Map.of());

  private final Map<InteractionColumn, String> columns = new EnumMap<>(InteractionColumn.class);
  private final Optional<String> separator;
  private final Optional<Boolean> header;
  private final Charset charset;
  private final ZoneId zone;
  private final boolean skipsBadLines;

  private FileFormat(Map<String, String> options) {
    for (InteractionColumn column : InteractionColumn.values()) {
      String name = options.getOrDefault(column.word(), "");
      if (!name.isEmpty()) {
        if (!name.equals(NONE) && columns.containsValue(name)) {
          throw new OptionException(column.word(), "names the same column as another option");
        }
        columns.put(column, name);
      }
    }
    this.separator = given(options, "separator").map(FileFormat::separator);
    this.header = given(options, "header").map(text -> isFirst("header", text, "yes", "no"));
    this.charset =
        given(options, "charset").map(FileFormat::charset).orElse(StandardCharsets.UTF_8);
    this.zone = given(options, "zone").map(FileFormat::zone).orElse(ZoneOffset.UTC);
    this.skipsBadLines =
        given(options, "badLines")
            .map(text -> isFirst("badLines", text, "skip", "fail"))
            .orElse(false);
  }

  /// Reads options by their names. An empty value states nothing.
  ///
  /// - `user`, `item`, `rating`, `time`: the name of the column, or its number from 1. `none`
  ///   ignores ratings or times.
  /// - `separator`: `comma`, `tab`, `semicolon`, `colons`, `pipe`, `space` (any run of blanks), or
  ///   the separator itself
  /// - `header`: `yes` if the first line has names, else `no`
  /// - `charset`: the name of the encoding
  /// - `zone`: of times that state none, such as `Europe/Berlin`
  /// - `badLines`: `fail` or `skip`
  ///
  /// @throws OptionException if an option is unknown or its value cannot be used
  public static FileFormat of(Map<String, String> options) {
    for (String name : options.keySet()) {
      if (!OPTIONS.contains(name)) {
        throw new OptionException(name, "is no option of interaction files");
      }
    }
    return new FileFormat(options);
  }

  /// An option that cannot be used. The message says why, without the option's name.
  public static final class OptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String option;

    OptionException(String option, String why) {
      super(why);
      this.option = option;
    }

    /// The option's name.
    public String option() {
      return option;
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  /// The column that the caller named, by its name or its number.
  Optional<String> column(InteractionColumn column) {
    return Optional.ofNullable(columns.get(column));
  }

  boolean namesColumns() {
    return !columns.isEmpty();
  }

  Optional<String> separator() {
    return separator;
  }

  Optional<Boolean> header() {
    return header;
  }

  Charset charset() {
    return charset;
  }

  ZoneId zone() {
    return zone;
  }

  boolean skipsBadLines() {
    return skipsBadLines;
  }

  private static Optional<String> given(Map<String, String> options, String name) {
    return Optional.ofNullable(options.get(name)).filter(text -> !text.isEmpty());
  }

  private static String separator(String text) {
    String known = SEPARATORS.get(text.toLowerCase(Locale.ROOT));
    if (known != null) {
      return known;
    }
    if (text.equals("\\t")) {
      return "\t";
    }
    if (text.length() > MAX_SEPARATOR
        || text.chars().anyMatch(c -> Character.isLetterOrDigit(c) || "\"\r\n\0".indexOf(c) >= 0)) {
      throw new OptionException(
          "separator",
          "must be comma, tab, semicolon, colons, pipe, space, or 1 to "
              + MAX_SEPARATOR
              + " characters that are no letters, digits or quotes");
    }
    return text;
  }

  private static boolean isFirst(String option, String text, String yes, String no) {
    if (text.equalsIgnoreCase(yes) || text.equalsIgnoreCase(no)) {
      return text.equalsIgnoreCase(yes);
    }
    throw new OptionException(option, "must be " + yes + " or " + no);
  }

  private static Charset charset(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      throw new OptionException(
          "charset", "must be an encoding such as UTF-8, windows-1252 or UTF-16LE");
    }
  }

  private static ZoneId zone(String id) {
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new OptionException("zone", "must be a time zone such as UTC or Europe/Berlin");
    }
  }
}
