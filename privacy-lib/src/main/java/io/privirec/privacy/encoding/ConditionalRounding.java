package io.privirec.privacy.encoding;

import io.privirec.privacy.Rounding;
import io.privirec.privacy.sampling.RandomBytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Rounds real vectors to integers whose norm is within the sensitivity of a [Rounding]. Kairouz,
/// Liu, Steinke 2021 (arXiv 2102.06387), Algorithm 1.
///
/// That bound is what privacy rests on, and it is checked on the integers. Before it there are
/// doubles, on which only usefulness depends: each element keeps its mean to within 2^-53 in a
/// rounding that is not repeated.
public final class ConditionalRounding {
  /// With β = exp(-1/2), a vector fails so often with probability exp(-50) at most.
  private static final int TRIES = 100;

  private final Rounding rounding;
  private final BigInteger squaredBound;

  /// @throws io.privirec.privacy.PrivacyRefusal.GranularityTooCoarse if the grid is too coarse
  public ConditionalRounding(Rounding rounding) {
    rounding.requireFineEnough();
    this.rounding = rounding;
    double l2 = rounding.sensitivity().l2();
    if (l2 > SquaredNorm.LARGEST_ELEMENT / 2) {
      throw new IllegalArgumentException(
          "clip / granularity must be below 2^30. Norm of the integers: " + l2);
    }
    BigDecimal bound = new BigDecimal(l2);
    this.squaredBound = bound.multiply(bound).setScale(0, RoundingMode.FLOOR).toBigInteger();
  }

  /// Clips a vector to the norm, divides it by the granularity and rounds it.
  ///
  /// @param vector of one unit, of the dimension of the rounding, finite; not modified
  /// @param random secret
  /// @return integers in units of the granularity, within the sensitivity
  public long[] round(double[] vector, RandomBytes random) {
    if (vector.length != rounding.dimension()) {
      throw new IllegalArgumentException(
          "vector must have %s elements. Provided value: %s"
              .formatted(rounding.dimension(), vector.length));
    }
    double factor = clippingFactor(vector) / rounding.granularity();
    long[] rounded = new long[vector.length];
    byte[] coins = new byte[Math.multiplyExact(Long.BYTES, vector.length)];
    for (int attempt = 0; attempt < TRIES; attempt++) {
      random.nextBytes(coins);
      ByteBuffer words = ByteBuffer.wrap(coins).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < vector.length; i++) {
        rounded[i] = upOrDown(vector[i] * factor, words.getLong());
      }
      if (SquaredNorm.of(rounded).compareTo(squaredBound) <= 0) {
        return rounded;
      }
    }
    for (int i = 0; i < vector.length; i++) {
      rounded[i] = (long) (vector[i] * factor);
    }
    long bound = squaredBound.sqrt().longValueExact();
    IntegerClipping.clip(rounded, bound);
    return rounded;
  }

  private double clippingFactor(double[] vector) {
    double largest = 0;
    for (double element : vector) {
      if (!Double.isFinite(element)) {
        throw new IllegalArgumentException("vector must be finite. Provided value: " + element);
      }
      largest = Math.max(largest, Math.abs(element));
    }
    if (largest == 0) {
      return 1;
    }
    double squared = 0;
    for (double element : vector) {
      squared += (element / largest) * (element / largest);
    }
    return Math.min(1, rounding.clip() / largest / Math.sqrt(squared));
  }

  /// Away from zero with the probability of what is behind the point.
  private static long upOrDown(double value, long word) {
    double magnitude = Math.abs(value);
    long down = (long) magnitude;
    long rounded = (word >>> 11) * 0x1p-53 < magnitude - down ? down + 1 : down;
    return value < 0 ? -rounded : rounded;
  }
}
