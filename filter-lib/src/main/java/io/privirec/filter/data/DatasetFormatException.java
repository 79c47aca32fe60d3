package io.privirec.filter.data;

import java.io.IOException;
import java.nio.file.Path;

/// A data file that cannot be read as what it should be: which file, which line, why.
public final class DatasetFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long line;
  private final String why;

  /// @param file the file
  /// @param line its line, from 1; 0 when no single line is to blame
  /// @param why what is wrong, without the line's content
  public DatasetFormatException(Path file, long line, String why) {
    super(line == 0 ? file + ": " + why : "%s:%s: %s".formatted(file, line, why));
    this.file = file.toString();
    this.line = line;
    this.why = why;
  }

  /// The file as it was given.
  public String file() {
    return file;
  }

  /// The line, from 1; 0 when no single line is to blame.
  public long line() {
    return line;
  }

  /// What is wrong.
  public String why() {
    return why;
  }
}
