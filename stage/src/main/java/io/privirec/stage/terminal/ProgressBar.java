package io.privirec.stage.terminal;

import java.util.Locale;

/// `[########············] 12/30 chunks`.
public final class ProgressBar {
  private static final int WIDTH = 24;

  private ProgressBar() {}

  /// A bar.
  ///
  /// @param done at least 0; more than `of` counts as `of`
  /// @param of at least 0; a bar of nothing is empty
  public static String of(long done, long of, String unit) {
    long filled = of == 0 ? 0 : Math.min(done, of) * WIDTH / of;
    return String.format(
        Locale.ROOT,
        "[%s%s] %,d/%,d %s",
        "#".repeat((int) filled),
        "·".repeat((int) (WIDTH - filled)),
        done,
        of,
        unit);
  }
}
