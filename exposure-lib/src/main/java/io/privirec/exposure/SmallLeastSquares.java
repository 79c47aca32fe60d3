package io.privirec.exposure;

/// Least squares of few unknowns, by Householder reflections.
final class SmallLeastSquares {
  private SmallLeastSquares() {}

  /// Solves.
  ///
  /// @param rows coefficients and right side of each equation, at least as many as unknowns;
  ///   overwritten
  /// @param solution its first numbers are overwritten
  static void solve(double[][] rows, int unknowns, double[] solution) {
    for (int pivot = 0; pivot < unknowns; pivot++) {
      double squares = 0;
      for (int row = pivot; row < rows.length; row++) {
        squares += rows[row][pivot] * rows[row][pivot];
      }
      double norm = Math.sqrt(squares);
      if (norm == 0) {
        continue;
      }
      double head = rows[pivot][pivot];
      double alpha = head > 0 ? -norm : norm;
      double first = head - alpha;
      double[] reflection = new double[rows.length];
      reflection[pivot] = 1;
      for (int row = pivot + 1; row < rows.length; row++) {
        reflection[row] = rows[row][pivot] / first;
      }
      double beta = -first / alpha;
      double[] sums = new double[unknowns + 1];
      for (int row = pivot; row < rows.length; row++) {
        double factor = reflection[row];
        double[] numbers = rows[row];
        for (int column = pivot; column <= unknowns; column++) {
          sums[column] += factor * numbers[column];
        }
      }
      for (int row = pivot; row < rows.length; row++) {
        double factor = beta * reflection[row];
        double[] numbers = rows[row];
        for (int column = pivot; column <= unknowns; column++) {
          numbers[column] -= factor * sums[column];
        }
      }
    }
    for (int row = unknowns - 1; row >= 0; row--) {
      double sum = rows[row][unknowns];
      for (int column = row + 1; column < unknowns; column++) {
        sum -= rows[row][column] * solution[column];
      }
      solution[row] = rows[row][row] == 0 ? 0 : sum / rows[row][row];
    }
  }
}
