package io.privirec.privacy.encoding;

import io.privirec.privacy.sampling.RandomBytes;

/// Random rotations x ↦ H·D·x / sqrt(d): D has random signs, H is the Walsh–Hadamard matrix of the
/// next power of two. Kairouz, Liu, Steinke 2021: spreads a vector evenly over its elements, so
/// that sums need a smaller ring. Norms stay as they are but for rounding of doubles.
///
/// It is no part of a claim: the signs are public, and everyone in a round uses the same ones.
public final class HadamardRotation {
  private final int length;
  private final byte[] signs;

  /// @param length of vectors, in [1, 2^29]
  /// @param signs a public stream, such as the expansion of a session's seed
  public HadamardRotation(int length, RandomBytes signs) {
    if (length < 1 || length > 1 << 29) {
      throw new IllegalArgumentException("length must be in [1, 2^29]. Provided value: " + length);
    }
    this.length = length;
    this.signs = new byte[Math.ceilDiv(length, Byte.SIZE)];
    signs.nextBytes(this.signs);
  }

  /// Elements of rotated vectors: a power of two.
  public int dimension() {
    return length == 1 ? 1 : Integer.highestOneBit(length - 1) << 1;
  }

  /// The rotated vector.
  ///
  /// @param vector of the length; not modified
  public double[] rotate(double[] vector) {
    requireLength(vector, length);
    double[] rotated = new double[dimension()];
    for (int i = 0; i < length; i++) {
      rotated[i] = sign(i) * vector[i];
    }
    transform(rotated);
    return rotated;
  }

  /// The vector whose rotation is given.
  ///
  /// @param rotated of the dimension; not modified
  public double[] restore(double[] rotated) {
    requireLength(rotated, dimension());
    double[] spread = rotated.clone();
    transform(spread);
    double[] vector = new double[length];
    for (int i = 0; i < length; i++) {
      vector[i] = sign(i) * spread[i];
    }
    return vector;
  }

  private int sign(int i) {
    return ((signs[i >>> 3] >>> (i & 7)) & 1) == 0 ? 1 : -1;
  }

  /// H / sqrt(d), its own inverse, in place: d log d additions.
  private static void transform(double[] values) {
    for (int half = 1; half < values.length; half *= 2) {
      for (int block = 0; block < values.length; block += 2 * half) {
        for (int i = block; i < block + half; i++) {
          double first = values[i];
          double second = values[i + half];
          values[i] = first + second;
          values[i + half] = first - second;
        }
      }
    }
    double scale = 1 / Math.sqrt(values.length);
    for (int i = 0; i < values.length; i++) {
      values[i] *= scale;
    }
  }

  private static void requireLength(double[] vector, int length) {
    if (vector.length != length) {
      throw new IllegalArgumentException(
          "vector must have %s elements. Provided value: %s".formatted(length, vector.length));
    }
  }
}
