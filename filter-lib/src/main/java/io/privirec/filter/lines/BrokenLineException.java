package io.privirec.filter.lines;

import java.io.IOException;

/// A line that cannot be taken. The message says why, without the line's number: "is not UTF-8".
public final class BrokenLineException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long line;

  /// @param line its number, from 1
  /// @param why what is wrong
  public BrokenLineException(long line, String why) {
    super(why);
    this.line = line;
  }

  /// The line's number, from 1.
  public long line() {
    return line;
  }

  /// What is wrong.
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
