package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.matrix.SymmetricEigen;
import java.util.function.IntUnaryOperator;

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
      double[] weights = users.items().weights(als.weights(), als.perUser(), own, draw);
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

  DenseMatrix solve(BoundedAls als) {
    DenseMatrix vectors = DenseMatrix.zeros(items.count(), als.rank());
    RowBlocks.forEach(
        items.count(),
        ITEMS_AT_ONCE,
        (from, to) -> {
          for (int place = from; place < to; place++) {
            solve(als, items, place, triangles[place], rights[place], squares, vectors);
          }
        });
    return vectors;
  }

  /// The vector of an item from everybody's equations, which noise may have made indefinite: the
  /// nearest positive semidefinite matrix takes the place of theirs, and then λ_v is added.
  /// (Without that, noise alone decides the coordinates of small eigenvalues. At ε = 20 on
  /// MovieLens 1M, nine matrices of ten are indefinite, so that nothing is saved by trying
  /// Cholesky's method first.)
  ///
  /// @param triangle lower, row by row
  /// @param squares of all users, the same way; not read where unseen pairs do not count
  /// @param vectors gets the vector as the row of its place
  public static void solve(
      BoundedAls als,
      FrequentItems items,
      int place,
      double[] triangle,
      double[] right,
      double[] squares,
      DenseMatrix vectors) {
    int rank = right.length;
    double unseen = als.target() instanceof BoundedAls.Interactions(double weight) ? weight : 0;
    double[] matrix = new double[rank * rank];
    for (int row = 0, at = 0; row < rank; row++) {
      for (int column = 0; column <= row; column++, at++) {
        double entry = triangle[at] + (unseen == 0 ? 0 : unseen * squares[at]);
        matrix[row * rank + column] = entry;
        matrix[column * rank + row] = entry;
      }
    }
    double ridge = items.ridge(als.ridge(), place);
    SymmetricEigen eigen = SymmetricEigen.of(matrix, rank);
    double[] values = eigen.values();
    double[] w = eigen.vectors();
    double[] vector = new double[rank];
    for (int j = 0; j < rank; j++) {
      double along = 0;
      for (int n = 0; n < rank; n++) {
        along += w[n * rank + j] * right[n];
      }
      along /= Math.max(0, values[j]) + ridge;
      for (int n = 0; n < rank; n++) {
        vector[n] += along * w[n * rank + j];
      }
    }
    for (int n = 0; n < rank; n++) {
      vectors.data()[place * rank + n] = (float) vector[n];
    }
  }

  /// Numbers of one triangle, r (r + 1) / 2.
  public static int triangle(int rank) {
    return NormalEquations.triangle(rank);
  }
}
