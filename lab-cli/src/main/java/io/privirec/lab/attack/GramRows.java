package io.privirec.lab.attack;

import io.privirec.filter.graph.UpperTriangle;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/// The sum of `privirec`: G = Σ_u r_uᵀ r_u / d_u, which is P̃ times √(v_i v_j).
final class GramRows implements SumOfRows {
  /// Fixed point, and floats on the way to it, leave an entry right to about 2^-20 of itself.
  private static final double TOLERANCE = 1e-4;

  private final UpperTriangle triangle;
  private final float[] entries;

  /// @param upper the upper triangle of P̃ with its diagonal, row by row, in fixed point
  /// @param unit of it
  /// @param degrees V
  GramRows(long[] upper, double unit, long[] degrees) {
    this.triangle = new UpperTriangle(degrees.length);
    this.entries = new float[upper.length];
    int at = 0;
    for (int row = 0; row < degrees.length; row++) {
      for (int other = row; other < degrees.length; other++, at++) {
        double weight = Math.sqrt((double) degrees[row] * degrees[other]);
        entries[at] = (float) (upper[at] * unit * weight);
      }
    }
  }

  private int position(int one, int other) {
    int row = Math.min(one, other);
    return Math.toIntExact(triangle.start(row)) + Math.max(one, other) - row;
  }

  /// All that one user adds to a row is 1 / d, d times.
  @Override
  public Optional<int[]> historyOf(int item, long[] degrees) {
    int[] history =
        IntStream.range(0, degrees.length)
            .filter(other -> entries[position(item, other)] > TOLERANCE)
            .toArray();
    double due = 1.0 / history.length;
    boolean isOne =
        Arrays.stream(history)
            .allMatch(other -> Math.abs(entries[position(item, other)] - due) < TOLERANCE);
    return isOne ? Optional.of(history) : Optional.empty();
  }

  @Override
  public void remove(int[] history) {
    for (int one : history) {
      for (int other : history) {
        if (one <= other) {
          entries[position(one, other)] -= 1f / history.length;
        }
      }
    }
  }
}
