package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.BitSet;

/// Items' vectors, and what makes a user's vector of a history with them: least squares over the
/// items of the history that have a vector ("fold-in"). Nobody's vector is stored.
///
/// Immutable, but for the array of [#factors()], which must not be written to; safe for use by
/// several threads.
public final class ItemFactors {
  /// What a release says whose model is such factors.
  public static final String KIND = "item-factors";

  private static final int USERS_AT_ONCE = 64;

  private final LeastSquares objective;
  private final double mean;
  private final DenseMatrix factors;
  private final BitSet known = new BitSet();

  /// λ₀ Σ v vᵀ, lower triangle; zeros where unseen pairs are left out.
  private final double[] unseen;

  /// @param mean of all ratings, finite; what a score is counted from. 0 without ratings
  /// @param factors finite, shape [items × rank]; a row of zeros for an item without a vector
  public ItemFactors(LeastSquares objective, double mean, DenseMatrix factors) {
    int rank = objective.rank();
    if (factors.columns() != rank || !Double.isFinite(mean)) {
      throw new IllegalArgumentException(
          "mean must be finite and factors must have %d columns. Provided: %s, %d"
              .formatted(rank, mean, factors.columns()));
    }
    this.objective = objective;
    this.mean = mean;
    this.factors = factors;
    this.unseen = new double[NormalEquations.triangle(rank)];
    NormalEquations all = new NormalEquations(rank);
    for (int item = 0; item < factors.rows(); item++) {
      if (!isZero(item)) {
        known.set(item);
        if (objective.unseenWeight() > 0) {
          all.addSquare(factors.data(), item * rank, 1);
        }
      }
    }
    all.copy(unseen, new double[rank]);
    for (int n = 0; n < unseen.length; n++) {
      unseen[n] *= objective.unseenWeight();
    }
  }

  private boolean isZero(int item) {
    for (int n = item * rank(); n < (item + 1) * rank(); n++) {
      if (factors.data()[n] != 0) {
        return false;
      }
    }
    return true;
  }

  public LeastSquares objective() {
    return objective;
  }

  /// Columns of the factors.
  public int rank() {
    return objective.rank();
  }

  /// Number of items, with and without a vector.
  public int items() {
    return factors.rows();
  }

  /// The items' vectors; not a copy.
  public DenseMatrix factors() {
    return factors;
  }

  /// What a score is counted from: the score of whoever has no history.
  public double mean() {
    return mean;
  }

  /// Whether the item has a vector. Others take no part in a user's, and score [#mean()].
  public boolean has(int item) {
    return known.get(item);
  }

  /// The vector of a history.
  ///
  /// @param items indices, each at most once
  /// @param ratings one for each item; NaN where there is none
  /// @param weights one for each item, positive: its part of the sum of squares counts so many
  ///   times
  /// @return shape [rank]; zeros when nothing of the history says anything
  public double[] user(int[] items, float[] ratings, float[] weights) {
    return system(items, ratings, weights).user();
  }

  /// The score of an item.
  ///
  /// @param user its vector
  public double score(double[] user, int item) {
    double score = mean;
    for (int n = 0; n < user.length; n++) {
      score += user[n] * factors.data()[item * user.length + n];
    }
    return score;
  }

  /// What each item of a history adds to the score of one item: u = (A + ρI)⁻¹ Σ t_j v_j is linear
  /// in the targets, so that the parts and [#mean()] add up to the score.
  ///
  /// @return one for each item of the history
  public double[] contributions(int[] items, float[] ratings, float[] weights, int scored) {
    double[] solved = system(items, ratings, weights).solve(factors.data(), scored * rank());
    double[] parts = new double[items.length];
    for (int j = 0; j < items.length; j++) {
      double target = objective.target(ratings[j], mean);
      if (has(items[j]) && !Double.isNaN(target)) {
        parts[j] = weights[j] * target * (score(solved, items[j]) - mean);
      }
    }
    return parts;
  }

  /// The vectors of all users, on all cores.
  ///
  /// @return shape [users × rank]
  public DenseMatrix users(RatingMatrix data) {
    InteractionMatrix pattern = data.pattern();
    DenseMatrix users = DenseMatrix.zeros(pattern.users(), rank());
    RowBlocks.forEach(
        pattern.users(),
        USERS_AT_ONCE,
        () -> new UserSystem(this),
        (system, from, to) -> {
          for (int user = from; user < to; user++) {
            system.clear();
            for (int p = pattern.rowStart(user); p < pattern.rowEnd(user); p++) {
              system.add(pattern.column(p), data.value(p), 1);
            }
            double[] vector = system.user();
            for (int n = 0; n < vector.length; n++) {
              users.data()[user * vector.length + n] = (float) vector[n];
            }
          }
        });
    return users;
  }

  private UserSystem system(int[] items, float[] ratings, float[] weights) {
    if (items.length != ratings.length || items.length != weights.length) {
      throw new IllegalArgumentException("items, ratings and weights must be of one length");
    }
    UserSystem system = new UserSystem(this);
    for (int j = 0; j < items.length; j++) {
      system.add(items[j], ratings[j], weights[j]);
    }
    return system;
  }

  /// λ₀ Σ v vᵀ is added to the equations of every user.
  double[] unseen() {
    return unseen;
  }
}
