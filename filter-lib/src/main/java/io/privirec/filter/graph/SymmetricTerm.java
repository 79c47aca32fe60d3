package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;

/// One term of a filter that is symmetric but for scales: D_l B W Bᵀ D_r, diagonal matrices D. Half
/// of B W Bᵀ says all of it. Immutable as long as nobody writes to its arrays, which are shared.
final class SymmetricTerm {
  private final DenseMatrix basis;
  private final float[] weights;
  private final float[] left;
  private final float[] right;

  /// @param basis of which B is the first columns, as many as there are weights
  /// @param weights diagonal of W, at least 0
  /// @param left diagonal of D_l, shape [items]
  /// @param right diagonal of D_r, shape [items]
  SymmetricTerm(DenseMatrix basis, float[] weights, float[] left, float[] right) {
    this.basis = basis;
    this.weights = weights;
    this.left = left;
    this.right = right;
  }

  DenseMatrix basis() {
    return basis;
  }

  float[] weights() {
    return weights;
  }

  float[] left() {
    return left;
  }

  float[] right() {
    return right;
  }
}
