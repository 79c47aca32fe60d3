package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// The equations of frequent items' vectors, in doubles: Σ ω u uᵀ and Σ ω t u over the users of
/// each item, and Σ u uᵀ over all users where unseen pairs count.
public final class BoundedEquations {
  private static final int ITEMS_AT_ONCE = 8;

  private final FrequentItems items;
  private final double[][] triangles;
  private final double[][] rights;
  private final double[] squares;

  private BoundedEquations(FrequentItems items, int rank) {
    this.items = items;
    this.triangles = new double[items.count()][NormalEquations.triangle(rank)];
    this.rights = new double[items.count()][rank];
    this.squares = new double[NormalEquations.triangle(rank)];
  }

  /// Those of some users.
  static BoundedEquations of(BoundedAls als, BoundedUsers users, IntUnaryOperator draw) {
    InteractionMatrix pattern = users.pattern();
    BoundedEquations sums = new BoundedEquations(users.items(), als.rank());
    double[] square = new double[sums.squares.length];
    for (int user = 0; user < pattern.users(); user++) {
      for (int row = 0, at = 0; row < als.rank(); row++) {
        for (int column = 0; column <= row; column++) {
          square[at++] = users.coordinate(user, row) * users.coordinate(user, column);
        }
      }
      add(1, square, sums.squares);
      int[] own = pattern.row(user);
      double[] weights = als.weights().of(users.items(), als.perUser(), own, draw);
      for (int j = 0; j < own.length; j++) {
        double target = users.target(pattern.rowStart(user) + j);
        if (weights[j] > 0 && !Double.isNaN(target)) {
          int place = users.items().place(own[j]);
          add(weights[j], square, sums.triangles[place]);
          for (int n = 0; n < als.rank(); n++) {
            sums.rights[place][n] +=
                weights[j] * target * als.targetBound() * users.coordinate(user, n);
          }
        }
      }
    }
    return sums;
  }

  private static void add(double weight, double[] values, double[] sums) {
    for (int n = 0; n < sums.length; n++) {
      sums[n] += weight * values[n];
    }
  }

  /// The vectors that these equations say.
  ///
  /// @param features what is added for what is public of items; null: nothing
  DenseMatrix solve(BoundedAls als, @Nullable FeatureTerms features) {
    ItemSolver solver = new ItemSolver(als, items, squares, features);
    DenseMatrix vectors = DenseMatrix.zeros(items.count(), als.rank());
    RowBlocks.forEach(
        items.count(),
        ITEMS_AT_ONCE,
        (from, to) -> {
          for (int place = from; place < to; place++) {
            solver.solve(place, triangles[place], rights[place], vectors);
          }
        });
    return vectors;
  }

  /// Numbers of one triangle, r (r + 1) / 2.
  public static int triangle(int rank) {
    return NormalEquations.triangle(rank);
  }
}
