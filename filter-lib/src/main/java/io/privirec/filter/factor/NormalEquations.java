package io.privirec.filter.factor;

import io.privirec.filter.matrix.Axpy;
import java.util.Arrays;

/// The equations of one vector w: (Σ x xᵀ) w = Σ t x over the vectors x it meets and their targets
/// t. The matrix is kept as its lower triangle, row by row, with the right-hand side behind it.
final class NormalEquations {
  private final int rank;
  private final float[] sums;

  NormalEquations(int rank) {
    this.rank = rank;
    this.sums = new float[length(rank)];
  }

  /// Numbers of the triangle.
  static int triangle(int rank) {
    return rank * (rank + 1) / 2;
  }

  /// Numbers of one set of equations.
  static int length(int rank) {
    return triangle(rank) + rank;
  }

  void clear() {
    Arrays.fill(sums, 0);
  }

  /// Adds w x xᵀ and w t x.
  ///
  /// @param x has `rank` numbers from `from`
  void add(float[] x, int from, float target, float weight) {
    addSquare(x, from, weight);
    Axpy.add(weight * target, x, from, sums, triangle(rank), rank);
  }

  /// Adds w x xᵀ.
  void addSquare(float[] x, int from, float weight) {
    int at = 0;
    for (int row = 0; row < rank; row++) {
      Axpy.add(weight * x[from + row], x, from, sums, at, row + 1);
      at += row + 1;
    }
  }

  /// Copies `length` numbers, each times a factor.
  void copy(float times, float[] out, int to, int length) {
    for (int n = 0; n < length; n++) {
      out[to + n] = times * sums[n];
    }
  }

  /// Copies matrix and right-hand side into doubles.
  void copy(double[] triangle, double[] right) {
    for (int n = 0; n < triangle.length; n++) {
      triangle[n] = sums[n];
    }
    for (int n = 0; n < rank; n++) {
      right[n] = sums[triangle.length + n];
    }
  }

  /// Factorises A + ridge · I by Cholesky's method, in place.
  ///
  /// @param a lower triangle of a positive semidefinite matrix, row by row; overwritten
  /// @return whether it is positive definite in double precision, and finite
  static boolean factorise(double[] a, double ridge, int rank) {
    for (int row = 0, at = 0; row < rank; at += ++row) {
      for (int column = 0, other = 0; column <= row; other += ++column) {
        double sum = a[at + column] + (row == column ? ridge : 0);
        for (int n = 0; n < column; n++) {
          sum -= a[at + n] * a[other + n];
        }
        if (column < row) {
          a[at + column] = sum / a[other + column];
        } else if (sum > 0 && Double.isFinite(sum)) {
          a[at + column] = Math.sqrt(sum);
        } else {
          return false;
        }
      }
    }
    return true;
  }

  /// Solves for w, in place.
  ///
  /// @param factor see [#factorise]
  /// @param b right-hand side, and then w
  static void substitute(double[] factor, double[] b) {
    for (int row = 0, at = 0; row < b.length; at += ++row) {
      for (int n = 0; n < row; n++) {
        b[row] -= factor[at + n] * b[n];
      }
      b[row] /= factor[at + row];
    }
    for (int row = b.length - 1; row >= 0; row--) {
      int at = row * (row + 1) / 2;
      b[row] /= factor[at + row];
      for (int n = 0; n < row; n++) {
        b[n] -= factor[at + n] * b[row];
      }
    }
  }
}
