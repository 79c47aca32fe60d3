package io.privirec.filter.matrix;

import java.util.Comparator;
import java.util.stream.IntStream;
import org.ojalgo.matrix.decomposition.Eigenvalue;
import org.ojalgo.matrix.store.MatrixStore;
import org.ojalgo.matrix.store.RawStore;

/// Eigenvalues and eigenvectors of a small symmetric matrix: A = W Diag(values) Wᵀ.
///
/// For matrices up to a few thousand rows. Vectors' signs are arbitrary. Immutable.
public final class SymmetricEigen {
  private final double[] values;
  private final double[] vectors;

  private SymmetricEigen(double[] values, double[] vectors) {
    this.values = values;
    this.vectors = vectors;
  }

  /// Decomposes a matrix.
  ///
  /// @param matrix row-major, shape [n × n], finite; read as the mean of itself and its transpose
  public static SymmetricEigen of(double[] matrix, int n) {
    if (n < 1 || matrix.length != (long) n * n) {
      throw new IllegalArgumentException(
          "matrix must have n² elements, n ≥ 1. Provided: %s for n = %s"
              .formatted(matrix.length, n));
    }
    double[][] symmetric = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        symmetric[i][j] = (matrix[i * n + j] + matrix[j * n + i]) / 2;
        if (!Double.isFinite(symmetric[i][j])) {
          throw new IllegalArgumentException("matrix must be finite");
        }
      }
    }
    Eigenvalue<Double> eigen = Eigenvalue.R064.make(n, true);
    if (!eigen.decompose(RawStore.wrap(symmetric))) {
      throw new ArithmeticException("eigen decomposition did not converge");
    }
    MatrixStore<Double> d = eigen.getD();
    MatrixStore<Double> v = eigen.getV();
    int[] order =
        IntStream.range(0, n)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer j) -> -d.doubleValue(j, j)))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] values = new double[n];
    double[] vectors = new double[n * n];
    for (int j = 0; j < n; j++) {
      values[j] = d.doubleValue(order[j], order[j]);
      for (int i = 0; i < n; i++) {
        vectors[i * n + j] = v.doubleValue(i, order[j]);
      }
    }
    return new SymmetricEigen(values, vectors);
  }

  /// Number of rows of the matrix.
  public int size() {
    return values.length;
  }

  /// Eigenvalues, descending; a fresh array.
  public double[] values() {
    return values.clone();
  }

  /// W, row-major: column j is the eigenvector of value j; a fresh array.
  public double[] vectors() {
    return vectors.clone();
  }
}
