package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.matrix.TallProducts;
import java.util.Arrays;

/// The largest eigenvalues of a dense symmetric matrix with their vectors, and its smallest
/// eigenvalue. The matrix may be indefinite.
///
/// Matrices of at most 300 rows are decomposed whole. For larger matrices the Lanczos method finds
/// the smallest eigenvalue, and subspace iteration finds the vectors. Between two
/// orthonormalisations comes a Chebyshev polynomial that is small below the wanted eigenvalues
/// [Zhou, Saad 2007]. The number of passes is fixed. So vectors inside a dense part of the
/// spectrum, as noise has it, span a part of it and are not exact. Deterministic. Time: 45 products
/// of the matrix with 1.5 k columns. Memory: six matrices of rows × 1.5 k floats. Immutable but for
/// the vectors.
public final class SymmetricSpectrum {
  /// Rows of matrices that are decomposed whole.
  private static final int SMALL = 300;

  private static final int DEGREE = 4;
  private static final int PASSES = 9;
  private static final int LANCZOS_STEPS = 60;
  private static final long SEED = 0x737065637472756dL;

  private final DenseMatrix vectors;
  private final double[] values;
  private final double least;

  private SymmetricSpectrum(DenseMatrix vectors, double[] values, double least) {
    this.vectors = vectors;
    this.values = values;
    this.least = least;
  }

  /// Decomposes a matrix.
  ///
  /// @param matrix symmetric (not checked) and finite, shape [n × n]
  /// @param k eigenvalues wanted, in [1, n]
  public static SymmetricSpectrum of(DenseMatrix matrix, int k) {
    int n = matrix.rows();
    if (matrix.columns() != n || k < 1 || k > n) {
      throw new IllegalArgumentException(
          "%s eigenvalues need a square matrix of as many rows. Provided: %s".formatted(k, matrix));
    }
    return n <= SMALL ? whole(matrix, k) : leading(matrix, k);
  }

  private static SymmetricSpectrum whole(DenseMatrix matrix, int k) {
    int n = matrix.rows();
    double[] elements = new double[n * n];
    Arrays.setAll(elements, i -> matrix.data()[i]);
    SymmetricEigen eigen = SymmetricEigen.of(elements, n);
    double[] all = eigen.vectors();
    DenseMatrix first = DenseMatrix.zeros(n, k);
    for (int row = 0; row < n; row++) {
      for (int c = 0; c < k; c++) {
        first.data()[row * k + c] = (float) all[row * n + c];
      }
    }
    double[] values = eigen.values();
    return new SymmetricSpectrum(first, Arrays.copyOf(values, k), values[n - 1]);
  }

  private static SymmetricSpectrum leading(DenseMatrix matrix, int k) {
    int p = Math.min(matrix.rows(), k + Math.max(16, k / 2));
    double least = least(matrix);
    DenseMatrix x = StartBasis.expand(SEED, matrix.rows(), p);
    for (int pass = 0; ; pass++) {
      SubspaceEigen ritz = SubspaceEigen.of(x, TallProducts.cross(x, times(matrix, x)));
      double[] values = ritz.values();
      // A multiple of the identity has no direction to look for.
      if (pass == PASSES || !(values[0] > least)) {
        return new SymmetricSpectrum(ritz.vectors(k), Arrays.copyOf(values, k), least);
      }
      // At first the smallest Ritz value may be below the smallest eigenvalue by rounding.
      double end = Math.max(values[p - 1], least + 1e-3 * (values[0] - least));
      x = TallQr.factorise(chebyshev(matrix, ritz.vectors(), least, end)).q();
    }
  }

  /// T_4 of the matrix, [least, end] mapped to [−1, 1], times X: T_{j+1} = 2 A T_j − T_{j−1}.
  private static DenseMatrix chebyshev(
      DenseMatrix matrix, DenseMatrix x, double least, double end) {
    double centre = (end + least) / 2;
    double half = (end - least) / 2;
    DenseMatrix before = x;
    DenseMatrix current = mapped(matrix, x, centre, half);
    for (int degree = 2; degree <= DEGREE; degree++) {
      DenseMatrix next = mapped(matrix, current, centre, half);
      for (int i = 0; i < next.data().length; i++) {
        next.data()[i] = 2 * next.data()[i] - before.data()[i];
      }
      before = current;
      current = next;
    }
    return current;
  }

  private static DenseMatrix mapped(DenseMatrix matrix, DenseMatrix x, double centre, double half) {
    DenseMatrix product = times(matrix, x);
    float scale = (float) (1 / half);
    float shift = (float) (centre / half);
    for (int i = 0; i < product.data().length; i++) {
      product.data()[i] = product.data()[i] * scale - x.data()[i] * shift;
    }
    return product;
  }

  private static DenseMatrix times(DenseMatrix matrix, DenseMatrix x) {
    return PackedMatrix.of(x.transpose()).multiply(matrix);
  }

  /// The smallest eigenvalue by the Lanczos method, each vector orthogonal to all before it.
  private static double least(DenseMatrix matrix) {
    int n = matrix.rows();
    int steps = Math.min(n, LANCZOS_STEPS);
    double[][] basis = new double[steps][];
    double[] tridiagonal = new double[steps * steps];
    float[] start = StartBasis.expand(SEED, n, 1).data();
    double[] next = new double[n];
    Arrays.setAll(next, i -> start[i]);
    int made = 0;
    double length = 1;
    while (made < steps && length > 1e-9) {
      double[] current = next;
      for (int i = 0; i < n; i++) {
        current[i] /= length;
      }
      basis[made] = current;
      if (made > 0) {
        tridiagonal[(made - 1) * steps + made] = length;
        tridiagonal[made * steps + made - 1] = length;
      }
      next = times(matrix, current);
      tridiagonal[made * steps + made] = dot(next, current);
      made++;
      for (int again = 0; again < 2; again++) {
        for (int b = 0; b < made; b++) {
          double part = dot(next, basis[b]);
          for (int i = 0; i < n; i++) {
            next[i] -= part * basis[b][i];
          }
        }
      }
      length = Math.sqrt(dot(next, next));
    }
    double[] square = new double[made * made];
    for (int i = 0; i < made; i++) {
      System.arraycopy(tridiagonal, i * steps, square, i * made, made);
    }
    return SymmetricEigen.of(square, made).values()[made - 1];
  }

  private static double[] times(DenseMatrix matrix, double[] x) {
    int n = x.length;
    double[] product = new double[n];
    for (int row = 0; row < n; row++) {
      double sum = 0;
      for (int i = 0; i < n; i++) {
        sum += matrix.data()[row * n + i] * x[i];
      }
      product[row] = sum;
    }
    return product;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  /// The k largest eigenvalues, descending; a fresh array.
  public double[] values() {
    return values.clone();
  }

  /// The smallest eigenvalue of the whole matrix.
  public double least() {
    return least;
  }

  /// Vectors of the r largest eigenvalues, shape [n × r]. Signs are arbitrary.
  ///
  /// @param r in [1, k]
  public DenseMatrix vectors(int r) {
    if (r < 1 || r > values.length) {
      throw new IllegalArgumentException(
          "r must be in [1, %s]. Provided: %s".formatted(values.length, r));
    }
    return SubspaceEigen.firstColumns(vectors, r);
  }
}
