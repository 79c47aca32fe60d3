package io.privirec.privacy.encoding;

import java.math.BigInteger;

/// Sums of squares that do not overflow.
final class SquaredNorm {
  /// Squares of what is at most this are at most 2^62.
  static final long LARGEST_ELEMENT = 1L << 31;

  private SquaredNorm() {}

  /// @param vector elements of absolute value at most [#LARGEST_ELEMENT]
  static BigInteger of(long[] vector) {
    long high = 0;
    long low = 0;
    for (long element : vector) {
      long square = element * element;
      high += square >>> 32;
      low += square & 0xFFFF_FFFFL;
    }
    return BigInteger.valueOf(high).shiftLeft(32).add(BigInteger.valueOf(low));
  }
}
