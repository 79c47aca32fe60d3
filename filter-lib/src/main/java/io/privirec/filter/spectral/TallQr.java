package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.TallProducts;
import org.jspecify.annotations.Nullable;

/// Thin QR of a tall matrix: Y = Q T, Q orthonormal, T upper triangular with diagonal ≥ 0.
///
/// CholeskyQR2 [Yamamoto et al. 2015] with Gram matrices in doubles. Where a pivot shows that a
/// column depends on the ones before to within 3·10⁻⁶ of its length — the resolution of floats —
/// [GramSchmidtQr] takes over: Q stays orthonormal, T has a zero on the diagonal in that direction.
/// Deterministic: does not depend on lane width or number of threads.
public final class TallQr {
  private TallQr() {}

  /// The factors of a matrix.
  public static final class Factors {
    private final DenseMatrix q;
    private final double[] t;

    Factors(DenseMatrix q, double[] t) {
      this.q = q;
      this.t = t;
    }

    /// Orthonormal columns, shape [m × p].
    public DenseMatrix q() {
      return q;
    }

    /// Upper triangular with diagonal ≥ 0, row-major, shape [p × p]; a fresh array.
    public double[] t() {
      return t.clone();
    }
  }

  /// Q alone, in doubles: [GramSchmidtQr], which loses nothing where columns are near each other.
  ///
  /// @param y row by row, finite, m ≥ p ≥ 1; not modified
  /// @return row by row, shape [m × p]
  public static double[] orthonormal(double[] y, int m, int p) {
    if (p < 1 || m < p || y.length != (long) m * p) {
      throw new IllegalArgumentException(
          "a tall matrix must have at least as many rows as columns. Provided: %s × %s"
              .formatted(m, p));
    }
    for (double each : y) {
      if (!Double.isFinite(each)) {
        throw new IllegalArgumentException("the matrix is not finite");
      }
    }
    double[] w = y.clone();
    GramSchmidtQr columns = new GramSchmidtQr(m, p, w);
    columns.pass();
    columns.pass();
    return w;
  }

  /// Factorises a matrix of finite numbers.
  ///
  /// @param y shape [m × p], m ≥ p ≥ 1; not modified
  public static Factors factorise(DenseMatrix y) {
    int p = y.columns();
    if (p < 1 || y.rows() < p) {
      throw new IllegalArgumentException(
          "a tall matrix must have at least as many rows as columns. Provided: " + y);
    }
    double[] gram = TallProducts.gram(y);
    for (int j = 0; j < p; j++) {
      if (!Double.isFinite(gram[j * p + j])) {
        throw new IllegalArgumentException("column %s is not finite".formatted(j));
      }
    }
    double @Nullable [] first = Triangles.cholesky(gram, p);
    if (first == null) {
      return gramSchmidt(y);
    }
    DenseMatrix almost = TallProducts.timesUpper(y, Triangles.invert(first, p));
    double @Nullable [] second = Triangles.cholesky(TallProducts.gram(almost), p);
    if (second == null) {
      return gramSchmidt(y);
    }
    DenseMatrix q = TallProducts.timesUpper(almost, Triangles.invert(second, p));
    return new Factors(q, Triangles.multiply(second, first, p));
  }

  private static Factors gramSchmidt(DenseMatrix y) {
    int m = y.rows();
    int p = y.columns();
    double[] w = new double[Math.multiplyExact(m, p)];
    for (int e = 0; e < w.length; e++) {
      w[e] = y.data()[e];
    }
    GramSchmidtQr columns = new GramSchmidtQr(m, p, w);
    double[] first = columns.pass();
    double[] second = columns.pass();
    DenseMatrix q = DenseMatrix.zeros(m, p);
    for (int e = 0; e < w.length; e++) {
      q.data()[e] = (float) w[e];
    }
    return new Factors(q, Triangles.multiply(second, first, p));
  }
}
