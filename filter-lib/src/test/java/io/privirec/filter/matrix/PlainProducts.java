package io.privirec.filter.matrix;

/// The plain twins of the vector kernels: the same sums in the same order, one element at a time.
final class PlainProducts {
  private PlainProducts() {}

  /// A · Bᵀ.
  static float[] multiply(DenseMatrix a, DenseMatrix b) {
    float[] product = new float[a.rows() * b.rows()];
    for (int i = 0; i < a.rows(); i++) {
      for (int j = 0; j < b.rows(); j++) {
        float sum = 0;
        for (int d = 0; d < a.columns(); d++) {
          sum = Math.fma(a.get(i, d), b.get(j, d), sum);
        }
        product[i * b.rows() + j] = sum;
      }
    }
    return product;
  }

  /// YᵀY.
  static double[] gram(DenseMatrix y) {
    return cross(y, y);
  }

  /// XᵀY.
  static double[] cross(DenseMatrix x, DenseMatrix y) {
    int p = y.columns();
    double[] product = new double[p * p];
    for (int i = 0; i < p; i++) {
      for (int j = 0; j < p; j++) {
        double sum = 0;
        for (int row = 0; row < y.rows(); row++) {
          sum = Math.fma(x.get(row, i), y.get(row, j), sum);
        }
        product[i * p + j] = sum;
      }
    }
    return product;
  }

  /// Y · W of an upper triangular W.
  static float[] timesUpper(DenseMatrix y, double[] w) {
    int p = y.columns();
    float[] product = new float[y.rows() * p];
    for (int row = 0; row < y.rows(); row++) {
      for (int j = 0; j < p; j++) {
        double sum = 0;
        for (int d = 0; d <= j; d++) {
          sum = Math.fma(y.get(row, d), w[d * p + j], sum);
        }
        product[row * p + j] = (float) sum;
      }
    }
    return product;
  }
}
