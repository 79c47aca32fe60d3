package io.privirec.prose;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Hits per 100 sentences, in tenths, so that two scores compare without rounding errors.
///
/// @param tenths from 0
record Score(int tenths) implements Comparable<Score> {
  static final Score ZERO = new Score(0);

  Score {
    if (tenths < 0) {
      throw new IllegalArgumentException("a score must be at least 0: " + tenths + " tenths");
    }
  }

  /// Returns the rounded score; a half is rounded up.
  static Score of(int hits, int sentences) {
    return new Score(Math.toIntExact((2_000L * hits + sentences) / (2L * sentences)));
  }

  /// Reads a number with a single decimal at most.
  ///
  /// @throws ArithmeticException if the number has more decimals
  /// @throws NumberFormatException if the text is not a number
  static Score parse(String text) {
    return new Score(new BigDecimal(text).movePointRight(1).intValueExact());
  }

  @Override
  public int compareTo(Score other) {
    return Integer.compare(tenths, other.tenths);
  }

  @Override
  public String toString() {
    return BigDecimal.valueOf(tenths, 1).setScale(1, RoundingMode.UNNECESSARY).toPlainString();
  }
}
