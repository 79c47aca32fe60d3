package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.RowBlocks;

/// The users of one participant in one step: their vectors, which never leave it, and the targets
/// of their interactions. Immutable; safe for use by several threads.
public final class BoundedUsers {
  private static final int USERS_AT_ONCE = 64;

  private final FrequentItems items;
  private final InteractionMatrix pattern;
  private final int rank;
  private final double[] vectors;
  private final float[] targets;

  private BoundedUsers(
      FrequentItems items, InteractionMatrix pattern, int rank, double[] vectors, float[] targets) {
    this.items = items;
    this.pattern = pattern;
    this.rank = rank;
    this.vectors = vectors;
    this.targets = targets;
  }

  /// Makes users' vectors with those of the items, whatever these are.
  ///
  /// @param mean of all; read only where it is needed
  /// @param vectors of the frequent items, finite
  public static BoundedUsers of(
      BoundedAls als, FrequentItems items, double mean, DenseMatrix vectors, RatingMatrix data) {
    InteractionMatrix pattern = data.pattern();
    ItemFactors model = als.forUsers(items, mean, vectors);
    double[] users = new double[pattern.users() * als.rank()];
    float[] targets = new float[pattern.interactions()];
    RowBlocks.forEach(
        pattern.users(),
        USERS_AT_ONCE,
        () -> new ItemFactors.UserSystem(model),
        (system, from, to) -> {
          for (int user = from; user < to; user++) {
            system.clear();
            for (int p = pattern.rowStart(user); p < pattern.rowEnd(user); p++) {
              system.add(pattern.column(p), data.value(p), 1);
            }
            double[] solved = system.factorise() ? system.user() : new double[model.rank()];
            take(als, model, solved, users, user);
            for (int p = pattern.rowStart(user); p < pattern.rowEnd(user); p++) {
              targets[p] = (float) target(als, model, solved, data.value(p));
            }
          }
        });
    return new BoundedUsers(items, pattern, als.rank(), users, targets);
  }

  /// Cuts what least squares gave to a norm of 1, the constant included.
  private static void take(
      BoundedAls als, ItemFactors model, double[] solved, double[] users, int user) {
    int at = user * als.rank();
    double constant = 0;
    int common = model.hasBiases() ? 1 : 0;
    if (common == 1) {
      constant = ((BoundedAls.Ratings) als.target()).constant();
      users[at] = constant;
    }
    double squares = 0;
    for (int n = common; n < solved.length; n++) {
      squares += solved[n] * solved[n];
    }
    if (Double.isFinite(squares)) {
      double room = Math.sqrt(1 - constant * constant);
      double scale = squares > room * room ? room / Math.sqrt(squares) : 1;
      for (int n = common; n < solved.length; n++) {
        users[at + n] = scale * solved[n];
      }
    }
  }

  /// What an interaction's target is over its bound.
  private static double target(BoundedAls als, ItemFactors model, double[] solved, double rating) {
    if (als.weighsUnseen()) {
      return 1;
    }
    double level = model.mean() + (model.hasBiases() ? solved[0] * model.factors().get(0, 0) : 0);
    double target = model.objective().target(rating, level);
    return Math.clamp(target / als.targetBound(), -1, 1);
  }

  public int rank() {
    return rank;
  }

  /// Who has what.
  public InteractionMatrix pattern() {
    return pattern;
  }

  public FrequentItems items() {
    return items;
  }

  /// A coordinate of a user's vector, whose norm is 1 at most, rounding aside.
  public double coordinate(int user, int n) {
    return vectors[user * rank + n];
  }

  /// The target of an interaction, in [-1, 1]; NaN where it has none.
  ///
  /// @param position of the pattern
  public double target(int position) {
    return targets[position];
  }
}
