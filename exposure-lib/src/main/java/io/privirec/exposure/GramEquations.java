package io.privirec.exposure;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.random.CounterRandom;

/// Equations on the whole of P̃, as half of the sum of squared residuals.
interface GramEquations {
  /// Rows of a product that a thread computes together.
  int ROWS_TOGETHER = 16;

  /// Computes the value, and adds the gradient.
  ///
  /// @param gram P̃, symmetric, shape [items × items]
  /// @param gradient of the numbers of P̃ as if each were free: shape [items × items]
  double add(TallMatrix gram, double[] gradient);

  /// The equations with further errors of the same size.
  GramEquations disturbed(long seed);

  /// P̃ X = Y.
  ///
  /// @param error standard deviation of the numbers of Y
  record Products(TallMatrix basis, TallMatrix product, double error) implements GramEquations {
    @Override
    public double add(TallMatrix gram, double[] gradient) {
      TallMatrix rest = times(gram, basis);
      double weight = 1 / error;
      double squares = 0;
      for (int n = 0; n < rest.data().length; n++) {
        double off = weight * (rest.data()[n] - product.data()[n]);
        squares += off * off;
        rest.data()[n] = weight * off;
      }
      addProduct(rest, basis.transposed(), gradient);
      return squares / 2;
    }

    @Override
    public Products disturbed(long seed) {
      return new Products(basis, withErrors(product, error, seed), error);
    }
  }

  /// Returns the product of two matrices.
  static TallMatrix times(TallMatrix left, TallMatrix right) {
    TallMatrix product = TallMatrix.zeros(left.rows(), right.columns());
    addProduct(left, right, product.data());
    return product;
  }

  /// Adds the product of two matrices.
  static void addProduct(TallMatrix left, TallMatrix right, double[] sum) {
    int inner = left.columns();
    int columns = right.columns();
    double[] factors = left.data();
    double[] rows = right.data();
    RowBlocks.forEach(
        left.rows(),
        ROWS_TOGETHER,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            int i = 0;
            for (; i + 3 < inner; i += 4) {
              addFour(factors, row * inner + i, rows, i * columns, columns, sum, row * columns);
            }
            for (; i < inner; i++) {
              Axpy.add(factors[row * inner + i], rows, i * columns, sum, row * columns, columns);
            }
          }
        });
  }

  /// Four rows at a time: the sum is read and written once.
  private static void addFour(
      double[] factors, int at, double[] rows, int from, int columns, double[] sum, int to) {
    double a = factors[at];
    double b = factors[at + 1];
    double c = factors[at + 2];
    double d = factors[at + 3];
    int second = from + columns;
    int third = second + columns;
    int fourth = third + columns;
    for (int n = 0; n < columns; n++) {
      sum[to + n] +=
          (a * rows[from + n] + b * rows[second + n])
              + (c * rows[third + n] + d * rows[fourth + n]);
    }
  }

  /// Returns the matrix with a uniform error of a standard deviation on each number.
  static TallMatrix withErrors(TallMatrix matrix, double error, long seed) {
    double[] numbers = matrix.data().clone();
    double width = error * Math.sqrt(12);
    for (int n = 0; n < numbers.length; n++) {
      numbers[n] += width * (CounterRandom.uniform(seed, n) - 0.5);
    }
    return TallMatrix.of(matrix.rows(), matrix.columns(), numbers);
  }
}
