package io.privirec.filter.graph;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;

/// The ideal low-pass filter F_IDL = V^-½ S Sᵀ V^½ [GF-CF], never made whole: S and V^½ S are kept.
///
/// Memory: twice items · k floats. Immutable and safe for several threads.
final class IdealLowPass {
  private final DenseMatrix basis;
  private final float[] inverseRoots;
  private final PackedMatrix right;

  /// @param basis S, orthonormal columns, shape [items × k]
  /// @param itemDegrees V, shape [items]
  IdealLowPass(DenseMatrix basis, long[] itemDegrees) {
    int k = basis.columns();
    this.basis = basis;
    this.inverseRoots = new float[itemDegrees.length];
    DenseMatrix scaled = DenseMatrix.zeros(basis.rows(), k);
    for (int item = 0; item < itemDegrees.length; item++) {
      double root = Math.sqrt((double) itemDegrees[item]);
      inverseRoots[item] = root == 0 ? 0 : (float) (1 / root);
      Axpy.add((float) root, basis.data(), item * k, scaled.data(), item * k, k);
    }
    this.right = PackedMatrix.of(scaled);
  }

  /// weight · r F_IDL of each history.
  DenseMatrix score(int[][] histories, float weight) {
    int k = basis.columns();
    DenseMatrix left = DenseMatrix.zeros(histories.length, k);
    for (int user = 0; user < histories.length; user++) {
      for (int item : histories[user]) {
        Axpy.add(weight * inverseRoots[item], basis.data(), item * k, left.data(), user * k, k);
      }
    }
    return right.multiply(left);
  }
}
