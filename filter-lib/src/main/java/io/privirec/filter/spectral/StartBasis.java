package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.random.CounterRandom;

/// X₀ = qr(G): the orthonormal start of a power iteration, expanded by everyone from the public
/// session seed, bit by bit the same on every machine.
///
/// Element e = row · columns + column of G is standard normal by Box–Muller: with n = e − e mod 2,
/// u = 1 − [CounterRandom#uniform](seed, n), v = uniform(seed, n + 1), it is √(−2 ln u) · cos 2πv
/// for even e and · sin 2πv for odd e, in [StrictMath] doubles, rounded to float.
public final class StartBasis {
  private static final int ROW_BLOCK = 256;

  private StartBasis() {}

  /// Expands a seed.
  ///
  /// @param items rows, at least `columns`
  /// @param columns at least 1
  /// @return orthonormal columns, shape [items × columns]
  public static DenseMatrix expand(long seed, int items, int columns) {
    if (columns < 1 || items < columns) {
      throw new IllegalArgumentException(
          "columns must be in [1, items = %s]. Provided: %s".formatted(items, columns));
    }
    return TallQr.factorise(normals(seed, items, columns)).q();
  }

  /// Standard normal numbers, as the class says.
  static DenseMatrix normals(long seed, int rows, int columns) {
    DenseMatrix normals = DenseMatrix.zeros(rows, columns);
    float[] data = normals.data();
    RowBlocks.forEach(
        rows,
        2 * ROW_BLOCK,
        (from, to) -> {
          // from is even, so a pair of elements never belongs to two blocks
          for (int e = from * columns; e < to * columns; e += 2) {
            double radius = Math.sqrt(-2 * StrictMath.log(1 - CounterRandom.uniform(seed, e)));
            double angle = 2 * Math.PI * CounterRandom.uniform(seed, e + 1L);
            data[e] = (float) (radius * StrictMath.cos(angle));
            if (e + 1 < to * columns) {
              data[e + 1] = (float) (radius * StrictMath.sin(angle));
            }
          }
        });
    return normals;
  }
}
