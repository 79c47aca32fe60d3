package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;

/// Alternating least squares over data in one place: what a session over secure sums computes, too.
public final class AlternatingLeastSquares {
  /// The start is small against what it converges to, so that no direction is preferred.
  private static final double START = .1;

  private static final int ITEMS_AT_ONCE = 32;

  private AlternatingLeastSquares() {}

  /// Where everybody starts from, expanded from the public seed: normal numbers of deviation .1 /
  /// √r by Box–Muller.
  public static DenseMatrix start(long seed, int items, int rank) {
    DenseMatrix start = DenseMatrix.zeros(items, rank);
    double deviation = START / Math.sqrt(rank);
    float[] data = start.data();
    for (int n = 0; n < data.length; n++) {
      double radius = Math.sqrt(-2 * StrictMath.log(1 - CounterRandom.uniform(seed, 2L * n)));
      double angle = 2 * Math.PI * CounterRandom.uniform(seed, 2L * n + 1);
      data[n] = (float) (deviation * radius * StrictMath.cos(angle));
    }
    return start;
  }

  /// A start for the items that have enough raters; zeros for the others.
  public static ItemFactors start(
      LeastSquares objective, double mean, long seed, long[] raterCounts, int minSupport) {
    int rank = objective.rank();
    DenseMatrix start = start(seed, raterCounts.length, rank);
    for (int item = 0; item < raterCounts.length; item++) {
      if (raterCounts[item] < minSupport) {
        Arrays.fill(start.data(), item * rank, (item + 1) * rank, 0);
      }
    }
    return new ItemFactors(objective, mean, start);
  }

  /// Fits a model.
  ///
  /// @param steps T, each a least squares for all users and then for all items, ≥ 1
  /// @param minSupport items of fewer raters get no vector
  public static ItemFactors fit(
      LeastSquares objective, RatingMatrix data, int steps, int minSupport, long seed) {
    InteractionMatrix pattern = data.pattern();
    int rank = objective.rank();
    RatingTotals totals = RatingTotals.of(objective, data);
    long[] raters = totals.raters();
    ItemFactors model = start(objective, totals.mean(), seed, raters, minSupport);
    for (int step = 0; step < steps; step++) {
      ItemEquations equations = ItemEquations.of(model, data, raters, minSupport);
      DenseMatrix next = DenseMatrix.zeros(pattern.items(), rank);
      float[] squares = equations.squares(totals.users());
      RowBlocks.forEach(
          pattern.items(),
          ITEMS_AT_ONCE,
          () -> new float[ItemEquations.rowLength(rank)],
          (row, from, to) -> {
            for (int item = from; item < to; item++) {
              if (raters[item] >= minSupport) {
                equations.rows(item, item + 1, row);
                boolean solved =
                    ItemEquations.solve(
                        objective,
                        row,
                        raters[item],
                        squares,
                        totals.users(),
                        next.data(),
                        item * rank);
                if (!solved) {
                  throw new ArithmeticException("an item's equations are not positive definite");
                }
              }
            }
          });
      model = new ItemFactors(objective, totals.mean(), next);
    }
    return model;
  }
}
