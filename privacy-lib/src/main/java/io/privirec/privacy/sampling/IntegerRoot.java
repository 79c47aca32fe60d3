package io.privirec.privacy.sampling;

/// Square roots without floating point.
final class IntegerRoot {
  private IntegerRoot() {}

  /// The largest integer whose square is at most `value`.
  ///
  /// @param value in [0, 2^62)
  static long floor(long value) {
    if (value < 2) {
      return value;
    }
    // Newton's method from above: falls until it is there.
    long root = 1L << ((65 - Long.numberOfLeadingZeros(value)) / 2);
    while (true) {
      long next = (root + value / root) / 2;
      if (next >= root) {
        return root;
      }
      root = next;
    }
  }
}
