package io.privirec.privacy.sampling;

/// A variance as a fraction in lowest terms, in squared units of the integer domain.
///
/// @param numerator in [1, 2^52]
/// @param denominator in [1, 2^52]
public record Variance(long numerator, long denominator) {
  /// Leaves the samplers room for 2^11 standard deviations in 63 bits, and is exact in a double.
  private static final long LARGEST = 1L << 52;

  public Variance {
    if (numerator < 1 || numerator > LARGEST || denominator < 1 || denominator > LARGEST) {
      throw new IllegalArgumentException(
          "variance must be a fraction of integers in [1, 2^52]. Provided value: "
              + numerator
              + "/"
              + denominator);
    }
    long common = greatestCommonDivisor(numerator, denominator);
    numerator /= common;
    denominator /= common;
  }

  public static Variance of(long value) {
    return new Variance(value, 1);
  }

  public boolean isAtLeast(long value) {
    return numerator / denominator >= value;
  }

  public boolean isInteger() {
    return denominator == 1;
  }

  /// `numerator`, or `numerator/denominator`.
  @Override
  public String toString() {
    return isInteger() ? Long.toString(numerator) : numerator + "/" + denominator;
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }
}
