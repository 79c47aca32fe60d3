package io.privirec.filter.data;

import java.io.Serial;

/// Why a line of an interaction file is refused.
final class LineFault extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final boolean endsFile;

  private LineFault(String why, boolean endsFile) {
    super(why);
    this.endsFile = endsFile;
  }

  /// The line is bad, and the lines below it may be good.
  static LineFault ofLine(String why) {
    return new LineFault(why, false);
  }

  /// No line from here on can be read.
  static LineFault ofFile(String why) {
    return new LineFault(why, true);
  }

  boolean endsFile() {
    return endsFile;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  /// A name that is short and printable, in quotes.
  static String quoted(String name) {
    String printable = name.replaceAll("\\p{Cntrl}", "?");
    return "\"" + printable.substring(0, Math.min(40, printable.length())) + "\"";
  }
}
