package io.privirec.lab.attack.sessions;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Integers that a user adds to a sum.
///
/// @param at positions of the integers other than 0, ascending
/// @param values integers at these positions
@SuppressWarnings("ArrayRecordComponent") // never compared
record SparseVector(int[] at, long[] values) {
  static SparseVector of(long[] dense) {
    int[] at = IntStream.range(0, dense.length).filter(n -> dense[n] != 0).toArray();
    return new SparseVector(at, Arrays.stream(at).mapToLong(n -> dense[n]).toArray());
  }

  double squaredNorm() {
    return Arrays.stream(values).mapToDouble(value -> (double) value * value).sum();
  }

  /// Returns Σ x z over the positions that are a number in z.
  double times(double[] other) {
    double sum = 0;
    for (int n = 0; n < at.length; n++) {
      double value = other[at[n]];
      sum += Double.isNaN(value) ? 0 : values[n] * value;
    }
    return sum;
  }

  /// Adds a multiple of this vector.
  void addTo(double[] sum, double factor) {
    for (int n = 0; n < at.length; n++) {
      sum[at[n]] += factor * values[n];
    }
  }
}
