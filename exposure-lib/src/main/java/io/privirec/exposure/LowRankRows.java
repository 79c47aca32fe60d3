package io.privirec.exposure;

import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// All rows of P̃ at once, if fewer users are left than equations.
///
/// The rank of P̃ is at most the number of its users. A product W = P̃ Z with more columns than
/// this rank determines P̃ = W (ZᵀW)⁺ Wᵀ (the Nyström formula). Rounding errors fill the null space
/// of ZᵀW, so iterated Tikhonov regularisation replaces the pseudo-inverse: with K = (ZᵀW + ε)⁻¹,
/// P̃ ≈ W (K + ε K² + ε² K³) Wᵀ.
///
/// The true numbers are not negative. The size of negative numbers thus measures the errors.
final class LowRankRows {
  /// Random vectors that estimate the dimension of the null space.
  private static final int PROBES = 16;

  /// Dimensions of the null space below which the formula is not tried.
  private static final double LEAST_NULL_SPACE = 2;

  /// Standard deviations that the most negative of all numbers may be off.
  private static final double MOST_NEGATIVE = 4;

  /// Factor between two ε, and the largest. Users that were subtracted leave the rounding of their
  /// weights behind, so errors may exceed the least ε.
  private static final double LARGER = 8;

  private static final double LARGEST = 4096;

  /// Errors relative to the expected errors, with which a larger ε is not tried.
  private static final double ENOUGH = 1.25;

  /// Vectors for each row: terms of the regularised inverse.
  private static final int TERMS = 3;

  /// Rows between two looks at the deadline.
  private static final int TOGETHER = 128;

  private final int items;
  private final int equations;
  private final TallMatrix z;
  private final TallMatrix w;
  private final double error;
  private final Deadline deadline;

  /// @param z shape [items × equations]
  /// @param w P̃ Z, shape [items × equations]
  /// @param error standard deviation of the numbers of W
  private LowRankRows(TallMatrix z, TallMatrix w, double error, Deadline deadline) {
    this.items = z.rows();
    this.equations = z.columns();
    this.z = z;
    this.w = w;
    this.error = error;
    this.deadline = deadline;
  }

  /// P̃ and its errors.
  ///
  /// @param linear error of a number for each unit of the gains of its row and column
  /// @param gains of each item
  /// @param squared errors of products of two errors: beside the diagonal, and on the diagonal
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Gram(TallMatrix numbers, double linear, double[] gains, double[] squared) {
    /// Returns the standard deviation of the error of a number.
    double error(int row, int column) {
      double ofGains = linear * Math.hypot(gains[row], gains[column]);
      return Math.hypot(ofGains, squared[row == column ? 1 : 0]);
    }

    private Gram times(double factor) {
      return new Gram(
          numbers, factor * linear, gains, new double[] {factor * squared[0], factor * squared[1]});
    }

    private double largestLinear() {
      return linear * Arrays.stream(gains).max().orElse(0);
    }

    private double largestError() {
      return Math.hypot(largestLinear(), squared[1]);
    }
  }

  /// Returns the bytes that the computation takes.
  static long bytes(int items, int equations) {
    return Double.BYTES
        * (2L * equations * equations + (2L * TERMS + 3) * items * equations + 2L * items * items);
  }

  /// Computes P̃.
  ///
  /// @return empty if the equations do not determine P̃, or if time ends
  static Optional<Gram> of(TallMatrix z, TallMatrix w, double error, Deadline deadline) {
    return new LowRankRows(z, w, error, deadline).solve();
  }

  private Optional<Gram> solve() {
    TallMatrix inner = GramEquations.times(z.transposed(), w);
    double least = epsilon();
    @Nullable Gram best = null;
    for (double part = 1; part <= LARGEST && !deadline.isReached(); part *= LARGER) {
      double epsilon = part * least;
      Optional<double[][]> factor = factor(inner.data(), epsilon);
      if (factor.isEmpty()) {
        continue;
      }
      double nullSpace = nullSpace(factor.get(), epsilon);
      if (best == null && nullSpace < LEAST_NULL_SPACE) {
        break;
      }
      Optional<Gram> next = solve(factor.get(), epsilon, nullSpace);
      if (next.isEmpty() || (best != null && next.get().largestError() >= best.largestError())) {
        break;
      }
      best = next.get();
      if (best.linear() <= ENOUGH * error && best.squared()[1] <= best.largestLinear()) {
        break;
      }
    }
    return Optional.ofNullable(best);
  }

  private Optional<Gram> solve(double[][] factor, double epsilon, double nullSpace) {
    double[] gains = new double[items];
    TallMatrix terms = terms(factor, epsilon, gains);
    TallMatrix turned = terms.transposed();
    TallMatrix numbers = TallMatrix.zeros(items, items);
    for (int from = 0; from < items && !deadline.isReached(); from += TOGETHER) {
      int to = Math.min(items, from + TOGETHER);
      int width = terms.columns();
      TallMatrix some =
          TallMatrix.of(
              to - from, width, Arrays.copyOfRange(terms.data(), from * width, to * width));
      TallMatrix product = GramEquations.times(some, turned);
      System.arraycopy(product.data(), 0, numbers.data(), from * items, product.data().length);
    }
    if (deadline.isReached()) {
      return Optional.empty();
    }
    // The errors of W are in the null space, too, where the inverse is TERMS / ε.
    double square = TERMS * error * error / epsilon;
    Gram gram =
        new Gram(
            numbers,
            error,
            gains,
            new double[] {square * Math.sqrt(nullSpace), square * nullSpace});
    double largest = MOST_NEGATIVE;
    for (int i = 0; i < items; i++) {
      for (int j = 0; j < items; j++) {
        double number = numbers.data()[i * items + j];
        if (number < 0) {
          largest = Math.max(largest, -number / gram.error(i, j));
        }
      }
    }
    return Optional.of(gram.times(largest / MOST_NEGATIVE));
  }

  /// A bound of the errors of ZᵀW in its null space.
  private double epsilon() {
    double squares = 0;
    for (double each : z.data()) {
      squares += each * each;
    }
    return error * Math.sqrt(squares);
  }

  /// Returns the Cholesky factor of ZᵀW + ε, by rows; empty if the matrix is not positive.
  private Optional<double[][]> factor(double[] inner, double epsilon) {
    double[][] factor = new double[equations][];
    for (int i = 0; i < equations; i++) {
      if (deadline.isReached()) {
        return Optional.empty();
      }
      double[] row = new double[i + 1];
      for (int j = 0; j <= i; j++) {
        double entry = (inner[i * equations + j] + inner[j * equations + i]) / 2;
        row[j] = i == j ? entry + epsilon : entry;
      }
      for (int j = 0; j < i; j++) {
        row[j] = (row[j] - UnknownColumns.product(factor[j], 0, row, 0, j)) / factor[j][j];
      }
      double left = row[i] - UnknownColumns.product(row, 0, row, 0, i);
      if (!(left > 0)) {
        return Optional.empty();
      }
      row[i] = Math.sqrt(left);
      factor[i] = row;
    }
    return Optional.of(factor);
  }

  /// Estimates the trace of ε K, to which each dimension of the null space adds 1.
  private double nullSpace(double[][] factor, double epsilon) {
    double sum = 0;
    double[] probe = new double[equations];
    for (int n = 0; n < PROBES; n++) {
      for (int e = 0; e < equations; e++) {
        probe[e] = CounterRandom.uniform(n, e) < 0.5 ? -1 : 1;
      }
      forward(factor, probe);
      sum += UnknownColumns.product(probe, 0, probe, 0, equations);
    }
    return epsilon * sum / PROBES;
  }

  /// Vectors whose products are the numbers of P̃: L⁻¹ w, √ε K w, and ε L⁻¹ K w.
  ///
  /// @param gains overwritten with ‖K w‖
  private TallMatrix terms(double[][] factor, double epsilon, double[] gains) {
    int width = TERMS * equations;
    TallMatrix terms = TallMatrix.zeros(items, width);
    RowBlocks.forEach(
        items,
        1,
        () -> new double[equations],
        (vector, item, end) -> {
          if (deadline.isReached()) {
            return;
          }
          System.arraycopy(w.data(), item * equations, vector, 0, equations);
          forward(factor, vector);
          put(vector, 1, terms.data(), item * width);
          backward(factor, vector);
          gains[item] = Math.sqrt(UnknownColumns.product(vector, 0, vector, 0, equations));
          put(vector, Math.sqrt(epsilon), terms.data(), item * width + equations);
          forward(factor, vector);
          put(vector, epsilon, terms.data(), item * width + 2 * equations);
        });
    return terms;
  }

  private static void put(double[] vector, double scale, double[] to, int at) {
    for (int e = 0; e < vector.length; e++) {
      to[at + e] = scale * vector[e];
    }
  }

  private void forward(double[][] factor, double[] vector) {
    for (int i = 0; i < equations; i++) {
      double[] row = factor[i];
      vector[i] = (vector[i] - UnknownColumns.product(row, 0, vector, 0, i)) / row[i];
    }
  }

  private void backward(double[][] factor, double[] vector) {
    for (int i = equations - 1; i >= 0; i--) {
      double[] row = factor[i];
      double value = vector[i] / row[i];
      vector[i] = value;
      for (int k = 0; k < i; k++) {
        vector[k] -= row[k] * value;
      }
    }
  }
}
