package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import java.util.Arrays;

/// Approximate eigenpairs out of a subspace: of X M Xᵀ, X orthonormal and M small and symmetric,
/// the vectors are X W and the values those of M = W Λ Wᵀ. With M = Xᵀ A X they are the Ritz pairs
/// of A. Immutable but for the vectors, which are shared.
final class SubspaceEigen {
  private final DenseMatrix vectors;
  private final double[] values;

  private SubspaceEigen(DenseMatrix vectors, double[] values) {
    this.vectors = vectors;
    this.values = values;
  }

  /// Finds all p pairs.
  ///
  /// @param x orthonormal columns (not checked), shape [items × p]
  /// @param m row-major, shape [p × p], symmetric up to rounding
  static SubspaceEigen of(DenseMatrix x, double[] m) {
    int p = x.columns();
    SymmetricEigen eigen = SymmetricEigen.of(m, p);
    double[] w = eigen.vectors();
    DenseMatrix transposed = DenseMatrix.zeros(p, p);
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        transposed.data()[j * p + i] = (float) w[i * p + j];
      }
    }
    return new SubspaceEigen(PackedMatrix.of(transposed).multiply(x), eigen.values());
  }

  /// Vectors by descending value, shape [items × p]; **shared**. Signs are arbitrary.
  DenseMatrix vectors() {
    return vectors;
  }

  /// The k first vectors.
  DenseMatrix vectors(int k) {
    return firstColumns(vectors, k);
  }

  /// Values, descending; a fresh array.
  double[] values() {
    return values.clone();
  }

  /// The k largest values as floats. Those of a positive semidefinite matrix may come out negative
  /// by rounding; they are 0.
  float[] floatValues(int k) {
    float[] floats = new float[k];
    for (int c = 0; c < k; c++) {
      floats[c] = (float) Math.max(0, values[c]);
    }
    return floats;
  }

  static DenseMatrix firstColumns(DenseMatrix matrix, int k) {
    if (k == matrix.columns()) {
      return matrix;
    }
    float[] first = new float[matrix.rows() * k];
    for (int row = 0; row < matrix.rows(); row++) {
      System.arraycopy(matrix.data(), row * matrix.columns(), first, row * k, k);
    }
    return DenseMatrix.of(matrix.rows(), k, first);
  }

  @Override
  public String toString() {
    return "SubspaceEigen" + Arrays.toString(values);
  }
}
