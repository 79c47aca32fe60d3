package io.privirec.privacy.encoding;

import java.math.BigInteger;

/// Keeps integer vectors within an L2 norm, exactly: what is compared are integers.
public final class IntegerClipping {
  private IntegerClipping() {}

  /// Scales a vector down, in place, to a norm of at most `bound`; leaves it as it is if it has
  /// that. Elements become ⌊|x|·bound/⌈norm⌉⌋ with their sign; those of more than 2^31 are cut to
  /// 2^31 first.
  ///
  /// Small elements may become 0, and all those of a vector of zeros and ones do: leave some of
  /// them out instead.
  ///
  /// @param vector what one unit contributes
  /// @param bound of the norm, in [1, 2^31]
  public static void clip(long[] vector, long bound) {
    if (bound < 1 || bound > SquaredNorm.LARGEST_ELEMENT) {
      throw new IllegalArgumentException("bound must be in [1, 2^31]. Provided value: " + bound);
    }
    for (int i = 0; i < vector.length; i++) {
      vector[i] = Math.clamp(vector[i], -SquaredNorm.LARGEST_ELEMENT, SquaredNorm.LARGEST_ELEMENT);
    }
    BigInteger squared = SquaredNorm.of(vector);
    if (squared.compareTo(BigInteger.valueOf(bound * bound)) <= 0) {
      return;
    }
    BigInteger[] root = squared.sqrtAndRemainder();
    long norm = root[0].longValueExact() + root[1].signum();
    for (int i = 0; i < vector.length; i++) {
      // Rounds towards zero: what would be rounded up could leave the bound.
      vector[i] = vector[i] * bound / norm;
    }
  }
}
