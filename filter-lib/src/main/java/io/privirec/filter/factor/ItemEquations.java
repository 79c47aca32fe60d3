package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;

/// What some users add to the equations of the items' vectors: for item j the lower triangle of Σ u
/// uᵀ / c_j and then Σ t u / c_j over its raters among these users, where c_j is the number of its
/// raters in all. So the equations of all users are at most those of one, however many rate.
///
/// Rows are made as they are asked for; beside them this holds the users' vectors and the
/// interactions by item. Immutable; safe for use by several threads.
public final class ItemEquations {
  private final LeastSquares objective;
  private final DenseMatrix users;
  private final InteractionMatrix raters;
  private final float[] targets;
  private final long[] raterCounts;
  private final int minSupport;

  private ItemEquations(
      LeastSquares objective,
      DenseMatrix users,
      InteractionMatrix raters,
      float[] targets,
      long[] raterCounts,
      int minSupport) {
    this.objective = objective;
    this.users = users;
    this.raters = raters;
    this.targets = targets;
    this.raterCounts = raterCounts;
    this.minSupport = minSupport;
  }

  /// Those of users whose vectors are made with a model.
  ///
  /// @param raterCounts c_j, of all users
  /// @param minSupport items of fewer get no equations
  public static ItemEquations of(
      ItemFactors model, RatingMatrix data, long[] raterCounts, int minSupport) {
    InteractionMatrix pattern = data.pattern();
    InteractionMatrix raters = pattern.transpose();
    DenseMatrix users = model.users(data);
    float[] targets = new float[pattern.interactions()];
    int[] next = new int[pattern.items()];
    for (int user = 0; user < pattern.users(); user++) {
      double level = takeLevel(model, users, user);
      for (int p = pattern.rowStart(user); p < pattern.rowEnd(user); p++) {
        int item = pattern.column(p);
        targets[raters.rowStart(item) + next[item]++] =
            (float) model.objective().target(data.value(p), level);
      }
    }
    return new ItemEquations(model.objective(), users, raters, targets, raterCounts, minSupport);
  }

  /// What a user's ratings are counted from. Where that is the user's own, its coordinate becomes
  /// the one that items' biases are multiplied with.
  ///
  /// @return in the range of ratings, for whatever model, so that no target is larger than its
  ///   width
  private static double takeLevel(ItemFactors model, DenseMatrix users, int user) {
    if (!model.hasBiases()) {
      return model.mean();
    }
    LeastSquares objective = model.objective();
    double constant = objective.biasConstant();
    int at = user * users.columns();
    double level = model.mean() + constant * users.data()[at];
    users.data()[at] = (float) constant;
    return Math.clamp(level, objective.lowest(), objective.highest());
  }

  /// Numbers of one item: r (r + 1) / 2 + r.
  public static int rowLength(int rank) {
    return NormalEquations.length(rank);
  }

  /// Numbers of Σ u uᵀ over all users, r (r + 1) / 2.
  public static int squareLength(int rank) {
    return NormalEquations.triangle(rank);
  }

  /// Makes the rows of items, one after the other.
  ///
  /// @param out room for them from 0
  public void rows(int fromItem, int toItem, float[] out) {
    int length = rowLength(objective.rank());
    NormalEquations equations = new NormalEquations(objective.rank());
    for (int item = fromItem; item < toItem; item++) {
      equations.clear();
      boolean kept = raterCounts[item] >= minSupport;
      for (int p = raters.rowStart(item); kept && p < raters.rowEnd(item); p++) {
        if (!Float.isNaN(targets[p])) {
          equations.add(users.data(), raters.column(p) * objective.rank(), targets[p], 1);
        }
      }
      equations.copy(kept ? 1f / raterCounts[item] : 0, out, (item - fromItem) * length, length);
    }
  }

  /// The lower triangle of Σ u uᵀ over these users, divided by the number of all users.
  public float[] squares(long allUsers) {
    NormalEquations all = new NormalEquations(objective.rank());
    for (int user = 0; user < users.rows(); user++) {
      all.addSquare(users.data(), user * objective.rank(), 1);
    }
    float[] squares = new float[squareLength(objective.rank())];
    all.copy(1f / allUsers, squares, 0, squares.length);
    return squares;
  }

  /// The vector of an item, of the sum of everybody's rows. A bias is cut so that what everybody is
  /// expected to give is in the range of ratings.
  ///
  /// @param totals of everybody
  /// @param row of the item, see [#rows]
  /// @param squares of everybody, see [#squares]; not read where unseen pairs are left out
  /// @param vectors gets the vector as the row of the item
  /// @return whether there is one: sums of honest contributions are positive definite with the
  ///   ridge, others need not be
  public static boolean solve(
      LeastSquares objective,
      RatingTotals totals,
      int item,
      float[] row,
      float[] squares,
      DenseMatrix vectors) {
    int rank = objective.rank();
    long raters = totals.raters()[item];
    double[] triangle = new double[squareLength(rank)];
    double[] vector = new double[rank];
    for (int n = 0; n < triangle.length; n++) {
      triangle[n] = (double) raters * row[n];
      if (objective.unseenWeight() > 0) {
        triangle[n] += objective.unseenWeight() * totals.users() * squares[n];
      }
    }
    for (int n = 0; n < rank; n++) {
      vector[n] = (double) raters * row[triangle.length + n];
    }
    if (!NormalEquations.factorise(triangle, objective.ridge((double) raters), rank)) {
      return false;
    }
    NormalEquations.substitute(triangle, vector);
    double constant = objective.biasConstant();
    if (constant > 0) {
      double expected = totals.mean() + constant * vector[0];
      vector[0] =
          (Math.clamp(expected, objective.lowest(), objective.highest()) - totals.mean())
              / constant;
    }
    for (int n = 0; n < rank; n++) {
      vectors.data()[item * rank + n] = (float) vector[n];
    }
    return true;
  }
}
