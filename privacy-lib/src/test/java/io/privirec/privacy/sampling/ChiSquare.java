package io.privirec.privacy.sampling;

import java.util.function.LongToDoubleFunction;

/// Pearson's test of drawn integers against exact probabilities.
///
/// The integers are cut into an odd number of bins, so that the degrees of freedom are even and the
/// distribution of the statistic has a finite sum.
final class ChiSquare {
  /// With which a right sampler and a fresh seed are rejected, for each test. Seeds are fixed, so
  /// that whoever sees a failure has changed something.
  static final double FALSE_REJECTS = 1e-6;

  private ChiSquare() {}

  /// The probability of a statistic as large as this one, if values have these probabilities.
  ///
  /// @param values drawn
  /// @param mass the exact probability of a distance from `centre`, the same on both sides
  /// @param width of a bin, odd
  /// @param bins on either side of the one in the middle, the last of them without end
  static double pValue(
      long[] values, LongToDoubleFunction mass, long centre, long width, int bins) {
    double[] probabilities = new double[2 * bins + 1];
    double outer = 1;
    for (int bin = 0; bin < bins; bin++) {
      double sum = 0;
      for (long k = bin * width - width / 2; k <= bin * width + width / 2; k++) {
        sum += mass.applyAsDouble(k);
      }
      probabilities[bins - bin] = sum;
      probabilities[bins + bin] = sum;
      outer -= bin == 0 ? sum : 2 * sum;
    }
    probabilities[0] = outer / 2;
    probabilities[2 * bins] = outer / 2;
    long[] counts = new long[2 * bins + 1];
    for (long value : values) {
      long bin = Math.floorDiv(value - centre + width / 2, width) + bins;
      counts[(int) Math.clamp(bin, 0, 2L * bins)]++;
    }
    return pValue(counts, probabilities, values.length);
  }

  static double pValue(long[] counts, double[] probabilities, long total) {
    double statistic = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      double expected = total * probabilities[bin];
      statistic += (counts[bin] - expected) * (counts[bin] - expected) / expected;
    }
    return survival(statistic, counts.length - 1);
  }

  /// P(X ≥ x) for an even number of degrees of freedom: exp(-x/2) Σ (x/2)^i / i!, i below half of
  /// it.
  private static double survival(double x, int degrees) {
    if (degrees % 2 != 0) {
      throw new IllegalArgumentException("an even number of degrees of freedom: " + degrees);
    }
    double term = Math.exp(-x / 2);
    double sum = 0;
    for (int i = 0; i < degrees / 2; i++) {
      sum += term;
      term *= x / 2 / (i + 1);
    }
    return sum;
  }
}
