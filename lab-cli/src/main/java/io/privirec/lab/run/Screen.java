package io.privirec.lab.run;

import java.io.Console;
import java.io.PrintStream;
import java.util.Optional;

/// Where the run speaks to a person: lines, and on a terminal one line of progress below them that
/// is drawn over and over. Safe for use by several threads.
final class Screen {
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean interactive;
  private boolean progressShown;

  Screen(PrintStream out, boolean interactive) {
    this.out = out;
    this.interactive = interactive;
  }

  /// The standard output.
  static Screen ofThisProcess() {
    return new Screen(
        System.out, Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false));
  }

  /// Whether [#progress] shows anything.
  boolean interactive() {
    return interactive;
  }

  synchronized void line(String text) {
    clearProgress();
    out.println(text);
  }

  synchronized void progress(String text) {
    if (interactive) {
      out.print(CLEAR_LINE + text);
      out.flush();
      progressShown = true;
    }
  }

  private void clearProgress() {
    if (progressShown) {
      out.print(CLEAR_LINE);
      progressShown = false;
    }
  }
}
