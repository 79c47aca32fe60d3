package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;
import java.util.function.IntPredicate;

/// Alternating least squares over data in one place: what a session over secure sums computes, too.
///
/// Of ratings, users have levels and items have biases, as coordinates of their vectors: score =
/// mean + a v_0 + a z_0 + Σ_n≥1 z_n v_n with a constant a. A user's equations see (a, v_1, …) of
/// each item and fit z; an item's see (a, z_1, …) of each user, and ratings less the user's level
/// mean + a z_0. So a vector of one number is a bias, and λ holds biases back as everything else.
public final class AlternatingLeastSquares {
  /// The start is small against what it converges to, so that no direction is preferred.
  private static final double START = .1;

  private static final int ITEMS_AT_ONCE = 32;

  private AlternatingLeastSquares() {}

  /// Largest modulus of a number that equations of items are made of, beside targets.
  ///
  /// @param items of the catalogue, ≥ 1
  public static double coordinateBound(LeastSquares objective, int items) {
    return Math.max(objective.biasConstant(), objective.userBound(items));
  }

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

  /// A start for the items that have enough raters; zeros for the others, and for biases.
  public static DenseMatrix start(
      LeastSquares objective, RatingTotals totals, int minSupport, long seed) {
    int rank = objective.rank();
    DenseMatrix start = start(seed, totals.raters().length, rank);
    for (int item = 0; item < start.rows(); item++) {
      if (totals.raters()[item] < minSupport) {
        Arrays.fill(start.data(), item * rank, (item + 1) * rank, 0);
      } else if (objective.biasConstant() > 0) {
        start.data()[item * rank] = 0;
      }
    }
    return start;
  }

  /// The model that a step makes users' vectors with: items of fewer raters take no part.
  ///
  /// @param vectors shape [items × rank]; zeros for items of fewer raters
  public static ItemFactors forUsers(
      LeastSquares objective, RatingTotals totals, int minSupport, DenseMatrix vectors) {
    return model(objective, totals.mean(), vectors, item -> totals.raters()[item] >= minSupport);
  }

  /// The model that is published: whoever rated items of fewer raters has a level, too.
  ///
  /// @param vectors shape [items × rank]; zeros for items of fewer raters
  public static ItemFactors published(
      LeastSquares objective, RatingTotals totals, DenseMatrix vectors) {
    return model(objective, totals.mean(), vectors, item -> true);
  }

  /// @param level whether users' levels meet an item
  private static ItemFactors model(
      LeastSquares objective, double mean, DenseMatrix vectors, IntPredicate level) {
    float constant = (float) objective.biasConstant();
    if (constant == 0) {
      return new ItemFactors(objective, mean, vectors);
    }
    int rank = objective.rank();
    float[] biases = new float[vectors.rows()];
    float[] factors = vectors.data().clone();
    for (int item = 0; item < biases.length; item++) {
      biases[item] = constant * vectors.get(item, 0);
      factors[item * rank] = level.test(item) ? constant : 0;
    }
    return new ItemFactors(objective, mean, biases, DenseMatrix.of(biases.length, rank, factors));
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
    DenseMatrix vectors = start(objective, totals, minSupport, seed);
    for (int step = 0; step < steps; step++) {
      ItemFactors model = forUsers(objective, totals, minSupport, vectors);
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
                boolean solved = ItemEquations.solve(objective, totals, item, row, squares, next);
                if (!solved) {
                  throw new ArithmeticException("an item's equations are not positive definite");
                }
              }
            }
          });
      vectors = next;
    }
    return published(objective, totals, vectors);
  }
}
