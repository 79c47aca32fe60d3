package io.privirec.stage.terminal;

import io.privirec.stage.process.ServiceProcess;
import java.io.Console;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/// Where the run speaks to a person: lines, and on a terminal one line of progress below them that
/// is drawn over and over. Safe for use by several threads.
public final class Terminal {
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintStream out;
  private final boolean interactive;
  private boolean progressShown;

  public Terminal(PrintStream out, boolean interactive) {
    this.out = out;
    this.interactive = interactive;
  }

  public static Terminal ofThisProcess() {
    return new Terminal(
        System.out, Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false));
  }

  /// Whether [#progress] shows anything.
  public boolean interactive() {
    return interactive;
  }

  public synchronized void line(String text) {
    clearProgress();
    out.println(text);
  }

  /// Names services, where they listen and their processes.
  public void services(List<ServiceProcess> processes) {
    for (ServiceProcess process : processes) {
      line("  %-14s %s  process %s".formatted(process.name(), process.uri(), process.pid()));
    }
  }

  /// On a terminal, draws the line of progress anew.
  public synchronized void progress(String text) {
    if (interactive) {
      out.print(CLEAR_LINE + text);
      out.flush();
      progressShown = true;
    }
  }

  /// Draws how many of some things are done.
  public IntConsumer bar(int of, String unit) {
    return done -> progress("  " + ProgressBar.of(done, of, unit));
  }

  public synchronized void clear() {
    clearProgress();
  }

  private void clearProgress() {
    if (progressShown) {
      out.print(CLEAR_LINE);
      progressShown = false;
    }
  }
}
