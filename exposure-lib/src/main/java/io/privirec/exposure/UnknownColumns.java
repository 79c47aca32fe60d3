package io.privirec.exposure;

import java.util.Arrays;

/// The columns of a system of equations: the numbers with which each unknown enters the equations.
/// Safe for several threads.
final class UnknownColumns {
  /// Unknowns whose products stay in the cache of a core.
  private static final int TOGETHER = 1_024;

  /// Part of the unknowns from which on products with all columns take less time.
  private static final int PART_OF_ALL = 6;

  private final int count;
  private final int equations;

  /// All a_j in sequence, shape [unknowns × equations].
  private final double[] columns;

  private final double[] lengths;

  /// a_j / ‖a_j‖, shape [equations × unknowns]: neighbours are multiplied together.
  private final double[] turned;

  /// @param columns all a_j in sequence, shape [unknowns × equations]; shared
  UnknownColumns(double[] columns, int equations) {
    this.columns = columns;
    this.equations = equations;
    this.count = columns.length / equations;
    this.lengths = new double[count];
    this.turned = new double[columns.length];
    for (int j = 0; j < count; j++) {
      lengths[j] = Math.sqrt(product(columns, j * equations, columns, j * equations, equations));
      for (int e = 0; lengths[j] > 0 && e < equations; e++) {
        turned[e * count + j] = columns[j * equations + e] / lengths[j];
      }
    }
  }

  int count() {
    return count;
  }

  int equations() {
    return equations;
  }

  /// Returns ‖a_j‖.
  double length(int j) {
    return lengths[j];
  }

  /// Computes a_jᵀ v.
  double dot(int j, double[] vector) {
    return product(columns, j * equations, vector, 0, equations);
  }

  /// Computes a_iᵀ a_j.
  double cross(int i, int j) {
    return product(columns, i * equations, columns, j * equations, equations);
  }

  /// Subtracts a multiple of a_j.
  void subtract(double factor, int j, double[] vector) {
    int from = j * equations;
    for (int e = 0; e < equations; e++) {
      vector[e] -= factor * columns[from + e];
    }
  }

  /// Computes a_jᵀ v / ‖a_j‖ of the given unknowns; 0 for a column of zeros.
  ///
  /// @param unknowns ascending
  /// @param products overwritten at the places of these unknowns, shape [unknowns]
  void dots(int[] unknowns, double[] vector, double[] products) {
    if ((long) unknowns.length * PART_OF_ALL < count) {
      for (int j : unknowns) {
        products[j] = lengths[j] == 0 ? 0 : dot(j, vector) / lengths[j];
      }
      return;
    }
    for (int from = 0; from < count; from += TOGETHER) {
      int to = Math.min(count, from + TOGETHER);
      Arrays.fill(products, from, to, 0);
      int e = 0;
      for (; e + 3 < equations; e += 4) {
        addFour(vector, e, from, to, products);
      }
      for (; e < equations; e++) {
        double factor = vector[e];
        int row = e * count;
        for (int j = from; j < to; j++) {
          products[j] += factor * turned[row + j];
        }
      }
    }
  }

  /// Adds four equations at a time, so that products are stored less often.
  private void addFour(double[] vector, int e, int from, int to, double[] products) {
    double a = vector[e];
    double b = vector[e + 1];
    double c = vector[e + 2];
    double d = vector[e + 3];
    int first = e * count;
    int second = first + count;
    int third = second + count;
    int fourth = third + count;
    for (int j = from; j < to; j++) {
      products[j] +=
          (a * turned[first + j] + b * turned[second + j])
              + (c * turned[third + j] + d * turned[fourth + j]);
    }
  }

  /// Keeps four sums beside each other, because a single sum waits for each addition.
  static double product(double[] one, int from, double[] other, int at, int count) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int n = 0;
    for (; n + 3 < count; n += 4) {
      a += one[from + n] * other[at + n];
      b += one[from + n + 1] * other[at + n + 1];
      c += one[from + n + 2] * other[at + n + 2];
      d += one[from + n + 3] * other[at + n + 3];
    }
    for (; n < count; n++) {
      a += one[from + n] * other[at + n];
    }
    return (a + b) + (c + d);
  }
}
