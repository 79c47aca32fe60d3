package io.privirec.filter.spectral;

import io.privirec.filter.matrix.Axpy;

/// Products of p × p matrices in doubles, row-major. Bit-deterministic.
final class SquareProducts {
  private SquareProducts() {}

  /// A B.
  static double[] multiply(double[] a, double[] b, int p) {
    double[] product = new double[p * p];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        Axpy.add(a[i * p + j], b, j * p, product, i * p, p);
      }
    }
    return product;
  }

  /// A Aᵀ.
  static double[] timesItsTranspose(double[] a, int p) {
    return multiply(a, transposed(a, p), p);
  }

  /// Aᵀ.
  static double[] transposed(double[] a, int p) {
    double[] transposed = new double[p * p];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        transposed[j * p + i] = a[i * p + j];
      }
    }
    return transposed;
  }
}
