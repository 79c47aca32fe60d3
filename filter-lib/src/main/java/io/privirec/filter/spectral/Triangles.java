package io.privirec.filter.spectral;

import io.privirec.filter.matrix.Axpy;
import org.jspecify.annotations.Nullable;

/// Upper triangular p × p matrices, row-major doubles; every inner loop runs along rows.
final class Triangles {
  /// Squared length, relative to the column's own, below which a column counts as dependent.
  private static final double LOST = 1e-11;

  private Triangles() {}

  /// R with RᵀR = G, or null when a column of the matrix behind G depends on the ones before.
  static double @Nullable [] cholesky(double[] gram, int p) {
    double[] r = gram.clone();
    for (int j = 0; j < p; j++) {
      double pivot = r[j * p + j];
      if (!(pivot > LOST * gram[j * p + j])) {
        return null;
      }
      double root = Math.sqrt(pivot);
      r[j * p + j] = root;
      for (int k = 0; k < j; k++) {
        r[j * p + k] = 0;
      }
      for (int k = j + 1; k < p; k++) {
        r[j * p + k] /= root;
      }
      for (int i = j + 1; i < p; i++) {
        Axpy.add(-r[j * p + i], r, j * p + i, r, i * p + i, p - i);
      }
    }
    return r;
  }

  static double[] invert(double[] r, int p) {
    double[] inverse = new double[p * p];
    for (int i = p - 1; i >= 0; i--) {
      for (int j = i + 1; j < p; j++) {
        Axpy.add(-r[i * p + j], inverse, j * p + j, inverse, i * p + j, p - j);
      }
      double diagonal = 1 / r[i * p + i];
      for (int k = i + 1; k < p; k++) {
        inverse[i * p + k] *= diagonal;
      }
      inverse[i * p + i] = diagonal;
    }
    return inverse;
  }

  static double[] multiply(double[] a, double[] b, int p) {
    double[] product = new double[p * p];
    for (int i = 0; i < p; i++) {
      for (int j = i; j < p; j++) {
        Axpy.add(a[i * p + j], b, j * p + j, product, i * p + j, p - j);
      }
    }
    return product;
  }
}
