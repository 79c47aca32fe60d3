package io.privirec.filter.spectral;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.DenseMatrix;

/// QR by modified Gram–Schmidt, twice, in doubles: slower than CholeskyQR2, but sound when columns
/// depend on each other.
///
/// A column is lost if less than 10⁻⁶ of its length is left, or if the column is 0. A lost column
/// gets 0 on the diagonal of T. Its place in Q is taken by a fixed pseudo-random direction,
/// orthogonal to the columns before. If these columns span all such directions, the rest of an axis
/// takes the place. So every matrix of finite numbers has a factor, and a failure tells nothing
/// about the sender's data. Memory: 8 bytes per element of the matrix. Single-threaded.
final class GramSchmidtQr {
  private static final double LOST = 1e-6;
  private static final int ATTEMPTS = 8;

  private final int m;
  private final int p;
  private final double[] w;

  /// @param w row by row, shape [m × p]; overwritten with Q
  GramSchmidtQr(int m, int p, double[] w) {
    this.m = m;
    this.p = p;
    this.w = w;
  }

  /// Makes the columns orthonormal and returns T of this pass.
  double[] pass() {
    double[] t = new double[p * p];
    double[] lengths = new double[p];
    for (int j = 0; j < p; j++) {
      lengths[j] = length(j);
    }
    for (int j = 0; j < p; j++) {
      double left = length(j);
      if (left > LOST * lengths[j]) {
        t[j * p + j] = left;
        scale(j, left);
      } else {
        replace(j);
      }
      // the row of T and the update of all columns behind, along rows of W
      for (int row = 0; row < m; row++) {
        Axpy.add(w[row * p + j], w, row * p + j + 1, t, j * p + j + 1, p - j - 1);
      }
      for (int row = 0; row < m; row++) {
        Axpy.add(-w[row * p + j], t, j * p + j + 1, w, row * p + j + 1, p - j - 1);
      }
    }
    return t;
  }

  private void replace(int j) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      DenseMatrix direction = Normals.of(j + (long) p * attempt, m, 1);
      for (int row = 0; row < m; row++) {
        w[row * p + j] = direction.data()[row];
      }
      double before = length(j);
      projectOut(j);
      projectOut(j);
      double left = length(j);
      if (left > LOST * before) {
        scale(j, left);
        return;
      }
    }
    int axis = leastCovered(j);
    for (int row = 0; row < m; row++) {
      w[row * p + j] = row == axis ? 1 : 0;
    }
    projectOut(j);
    projectOut(j);
    scale(j, length(j));
  }

  /// The axis of which most is outside of the columns before j. The squares of what is left of all
  /// axes add up to m − j, so that of this one at least 1 / m is left.
  private int leastCovered(int j) {
    int axis = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int row = 0; row < m; row++) {
      double covered = 0;
      for (int i = 0; i < j; i++) {
        covered += w[row * p + i] * w[row * p + i];
      }
      if (covered < least) {
        least = covered;
        axis = row;
      }
    }
    return axis;
  }

  private void projectOut(int j) {
    double[] overlap = new double[j];
    for (int row = 0; row < m; row++) {
      Axpy.add(w[row * p + j], w, row * p, overlap, 0, j);
    }
    for (int row = 0; row < m; row++) {
      double sum = w[row * p + j];
      for (int i = 0; i < j; i++) {
        sum = Math.fma(-w[row * p + i], overlap[i], sum);
      }
      w[row * p + j] = sum;
    }
  }

  private double length(int j) {
    double sum = 0;
    for (int row = 0; row < m; row++) {
      sum = Math.fma(w[row * p + j], w[row * p + j], sum);
    }
    return Math.sqrt(sum);
  }

  private void scale(int j, double length) {
    for (int row = 0; row < m; row++) {
      w[row * p + j] /= length;
    }
  }
}
