package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.random.CounterRandom;

/// Matrices of standard normal numbers from a public seed, bit by bit the same on every machine.
///
/// Element e = row · columns + column is made by Box–Muller: with n = e − e mod 2, u = 1 −
/// [CounterRandom#uniform](seed, n), v = uniform(seed, n + 1), it is √(−2 ln u) · cos 2πv for even
/// e and · sin 2πv for odd e, in [StrictMath] doubles, rounded to float.
final class Normals {
  private static final int ROW_BLOCK = 256;

  private Normals() {}

  static DenseMatrix of(long seed, int rows, int columns) {
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
