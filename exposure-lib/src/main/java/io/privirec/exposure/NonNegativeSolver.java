package io.privirec.exposure;

import java.util.Arrays;
import java.util.Optional;

/// Sparse non-negative least squares: finds x ≥ 0 with Σ_j x_j a_j = w, if few x_j are not 0.
///
/// The active-set method of Lawson and Hanson (1974), which adds several columns after each look at
/// the gradient. The active columns have a Cholesky factor that grows and shrinks with the set. Not
/// safe for several threads; each thread has its own solver.
final class NonNegativeSolver {
  /// Part of the equations that active columns may use up. Beyond it the row is too dense.
  private static final double MOST_ACTIVE = 0.97;

  /// Equations that must be left over as a check of the solution.
  private static final int LEAST_SPARE = 3;

  private static final int MOST_ADDED = 8;
  private static final double NEAR_LARGEST = 0.8;

  /// Relative squared length that a column needs beside the active columns.
  private static final double DEPENDENT = 1e-12;

  private final int equations;
  private final UnknownColumns columns;
  private final Deadline deadline;

  private final double[] residual;
  private final double[] gradients;
  private int count;
  private int[] active = new int[16];
  private double[] x = new double[16];
  private double[][] factor = new double[16][];

  /// @param columns a_j; shared
  /// @param deadline after which no solution is found
  NonNegativeSolver(UnknownColumns columns, Deadline deadline) {
    this.columns = columns;
    this.deadline = deadline;
    this.equations = columns.equations();
    this.residual = new double[equations];
    this.gradients = new double[columns.count()];
  }

  /// A solution.
  ///
  /// @param unknowns ascending
  /// @param values positive
  /// @param deviations by how much errors of deviation 1 in each equation change each value
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Solution(int[] unknowns, double[] values, double[] deviations) {}

  /// Solves one row.
  ///
  /// @param w right side, shape [equations]
  /// @param free ascending unknowns that may be positive
  /// @param preference factor of each free unknown's gradient, positive: large for likely unknowns
  /// @param largestResidual norm of w − Σ x_j a_j up to which a solution counts as found
  /// @return empty if no sparse solution was found
  Optional<Solution> solve(double[] w, int[] free, double[] preference, double largestResidual) {
    reset();
    int most =
        Math.min(
            equations - LEAST_SPARE,
            free.length <= MOST_ACTIVE * equations ? free.length : (int) (MOST_ACTIVE * equations));
    System.arraycopy(w, 0, residual, 0, equations);
    boolean[] isActive = new boolean[columns.count()];
    double[] gradient = new double[free.length];
    double before = Double.POSITIVE_INFINITY;
    int together = MOST_ADDED;
    while (true) {
      double norm = norm(residual);
      if (norm <= largestResidual) {
        return Optional.of(solution());
      }
      if (norm > before * (1 - 1e-9)) {
        if (together == 1) {
          return Optional.empty();
        }
        together = 1;
      }
      before = Math.min(before, norm);
      double largest = 0;
      columns.dots(free, residual, gradients);
      for (int f = 0; f < free.length; f++) {
        int j = free[f];
        gradient[f] = isActive[j] ? 0 : gradients[j] * preference[f];
        largest = Math.max(largest, gradient[f]);
      }
      if (!(largest > 0) || count >= most || deadline.isReached()) {
        return Optional.empty();
      }
      if (!add(free, gradient, largest, Math.min(together, most - count), isActive)) {
        return Optional.empty();
      }
      settle(w, isActive);
    }
  }

  private void reset() {
    count = 0;
  }

  /// Adds the columns with the largest gradients.
  private boolean add(int[] free, double[] gradient, double largest, int room, boolean[] isActive) {
    boolean added = false;
    double least = largest * NEAR_LARGEST;
    int[] chosen = new int[room];
    int n = 0;
    for (int f = 0; f < free.length; f++) {
      if (gradient[f] < least) {
        continue;
      }
      int at = n < room ? n++ : gradient[f] > gradient[chosen[n - 1]] ? n - 1 : n;
      if (at == n) {
        continue;
      }
      while (at > 0 && gradient[chosen[at - 1]] < gradient[f]) {
        chosen[at] = chosen[at - 1];
        at--;
      }
      chosen[at] = f;
    }
    for (int c = 0; c < n; c++) {
      int j = free[chosen[c]];
      if (append(j)) {
        isActive[j] = true;
        added = true;
      }
    }
    return added;
  }

  /// Extends the Cholesky factor of the normalised active columns.
  private boolean append(int j) {
    if (count == active.length) {
      active = Arrays.copyOf(active, 2 * count);
      x = Arrays.copyOf(x, 2 * count);
      factor = Arrays.copyOf(factor, 2 * count);
    }
    double[] row = new double[count + 1];
    double left = 1;
    for (int i = 0; i < count; i++) {
      double[] of = factor[i];
      double sum = columns.cross(active[i], j) / (columns.length(active[i]) * columns.length(j));
      row[i] = (sum - UnknownColumns.product(of, 0, row, 0, i)) / of[i];
      left -= row[i] * row[i];
    }
    if (!(left > DEPENDENT)) {
      return false;
    }
    row[count] = Math.sqrt(left);
    factor[count] = row;
    active[count] = j;
    x[count] = 0;
    count++;
    return true;
  }

  /// Goes from x towards the least squares of the active columns, and drops each column whose value
  /// becomes 0 on the way.
  private void settle(double[] w, boolean[] isActive) {
    while (!deadline.isReached()) {
      double[] target = leastSquares(w);
      double step = 1;
      for (int i = 0; i < count; i++) {
        if (target[i] <= 0) {
          step = Math.min(step, x[i] / (x[i] - target[i]));
        }
      }
      boolean dropped = false;
      for (int i = count - 1; i >= 0; i--) {
        x[i] += step * (target[i] - x[i]);
        if (target[i] <= 0 && x[i] <= 1e-15 * Math.abs(target[i])) {
          isActive[active[i]] = false;
          drop(i);
          dropped = true;
        }
      }
      if (!dropped) {
        System.arraycopy(w, 0, residual, 0, equations);
        for (int i = 0; i < count; i++) {
          columns.subtract(x[i] / columns.length(active[i]), active[i], residual);
        }
        return;
      }
    }
  }

  /// Values of the normalised active columns, refined once.
  private double[] leastSquares(double[] w) {
    double[] right = new double[count];
    for (int i = 0; i < count; i++) {
      right[i] = columns.dot(active[i], w) / columns.length(active[i]);
    }
    double[] solved = substituted(right);
    double[] rest = w.clone();
    for (int i = 0; i < count; i++) {
      columns.subtract(solved[i] / columns.length(active[i]), active[i], rest);
    }
    for (int i = 0; i < count; i++) {
      right[i] = columns.dot(active[i], rest) / columns.length(active[i]);
    }
    double[] correction = substituted(right);
    for (int i = 0; i < count; i++) {
      solved[i] += correction[i];
    }
    return solved;
  }

  private double[] substituted(double[] right) {
    double[] y = right.clone();
    for (int i = 0; i < count; i++) {
      double[] row = factor[i];
      y[i] = (y[i] - UnknownColumns.product(row, 0, y, 0, i)) / row[i];
    }
    for (int i = count - 1; i >= 0; i--) {
      double[] row = factor[i];
      y[i] /= row[i];
      double value = y[i];
      for (int k = 0; k < i; k++) {
        y[k] -= row[k] * value;
      }
    }
    return y;
  }

  /// Removes one column; rotations make the factor triangular again.
  private void drop(int at) {
    for (int i = at; i < count - 1; i++) {
      double[] row = factor[i + 1];
      active[i] = active[i + 1];
      x[i] = x[i + 1];
      factor[i] = row;
    }
    count--;
    for (int i = at; i < count; i++) {
      double[] row = factor[i];
      double length = Math.hypot(row[i], row[i + 1]);
      double cos = row[i] / length;
      double sin = row[i + 1] / length;
      for (int below = i; below < count; below++) {
        double[] other = factor[below];
        double left = other[i];
        double right = other[i + 1];
        other[i] = cos * left + sin * right;
        other[i + 1] = cos * right - sin * left;
      }
      factor[i] = Arrays.copyOf(row, i + 1);
    }
  }

  private Solution solution() {
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Integer.compare(active[a], active[b]));
    double[] deviations = deviations();
    int[] unknowns = new int[count];
    double[] values = new double[count];
    double[] sorted = new double[count];
    for (int i = 0; i < count; i++) {
      int from = order[i];
      unknowns[i] = active[from];
      values[i] = x[from] / columns.length(active[from]);
      sorted[i] = deviations[from] / columns.length(active[from]);
    }
    return new Solution(unknowns, values, sorted);
  }

  /// Roots of the diagonal of (LLᵀ)⁻¹: norms of the columns of L⁻¹.
  private double[] deviations() {
    double[] squares = new double[count];
    double[] column = new double[count];
    for (int from = 0; from < count; from++) {
      for (int i = from; i < count; i++) {
        double sum = i == from ? 1 : 0;
        double[] row = factor[i];
        for (int k = from; k < i; k++) {
          sum -= row[k] * column[k];
        }
        column[i] = sum / row[i];
        squares[from] += column[i] * column[i];
      }
    }
    for (int i = 0; i < count; i++) {
      squares[i] = Math.sqrt(squares[i]);
    }
    return squares;
  }

  private static double norm(double[] vector) {
    double squares = 0;
    for (double each : vector) {
      squares += each * each;
    }
    return Math.sqrt(squares);
  }
}
