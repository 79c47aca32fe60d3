package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.Arrays;
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

  private static final float[] NO_BIASES = {};

  /// Most that rounding adds to the norm of a user's vector.
  private static final double ROUNDING_SLACK = 0x1p-10;

  private final LeastSquares objective;
  private final double mean;
  private final float[] biases;
  private final DenseMatrix factors;
  private final BitSet known = new BitSet();

  /// λ₀ Σ v vᵀ, lower triangle; zeros where unseen pairs are left out.
  private final double[] unseen;

  /// Items' vectors alone.
  ///
  /// @param mean of all ratings, finite; what a score is counted from. 0 without ratings
  /// @param factors finite, shape [items × rank]; a row of zeros for an item without a vector
  public ItemFactors(LeastSquares objective, double mean, DenseMatrix factors) {
    this(objective, mean, NO_BIASES, factors);
  }

  /// Items' vectors, and by how much everybody likes each item better or worse. The first
  /// coordinate of a vector is then the same for all items: what it is multiplied with is a user's
  /// own level.
  ///
  /// @param mean finite; the score of a user and an item of whom nothing is known
  /// @param biases finite, shape [items], or empty: there are none. 0 for an item of which nothing
  ///   but its users' levels is known
  /// @param factors finite, shape [items × rank]; a row of zeros for an item without a vector
  ItemFactors(LeastSquares objective, double mean, float[] biases, DenseMatrix factors) {
    int rank = objective.rank();
    if (factors.columns() != rank || !Double.isFinite(mean)) {
      throw new IllegalArgumentException(
          "mean must be finite and factors must have %s columns. Provided: %s, %s"
              .formatted(rank, mean, factors.columns()));
    }
    if (biases.length != 0 && biases.length != factors.rows()) {
      throw new IllegalArgumentException(
          "biases must be %s, or none. Provided: %s".formatted(factors.rows(), biases.length));
    }
    this.objective = objective;
    this.mean = mean;
    this.biases = biases;
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

  /// Returns the score of a user without a history and an item without a bias.
  public double mean() {
    return mean;
  }

  /// Returns the score of an item for a user without a history. Other scores start from it.
  public double base(int item) {
    return hasBiases() ? mean + biases[item] : mean;
  }

  /// Whether items have biases, and a first coordinate that is the same for all.
  public boolean hasBiases() {
    return biases.length > 0;
  }

  /// The items' biases, or none; not a copy.
  float[] biases() {
    return biases;
  }

  /// Whether the model tells an item from others, so that it can be recommended.
  public boolean tells(int item) {
    return has(item) && (!hasBiases() || biases[item] != 0);
  }

  /// Whether the item has a vector. Others take no part in a user's.
  public boolean has(int item) {
    return known.get(item);
  }

  /// Folds a history in.
  ///
  /// @param items indices, each at most once
  /// @param ratings one for each item; NaN where there is none
  /// @param weights one for each item, positive: its part of the sum of squares counts so many
  ///   times
  public FoldIn fold(int[] items, float[] ratings, float[] weights) {
    return new FoldIn(this, items, ratings, weights);
  }

  /// The score of an item.
  ///
  /// @param user its vector
  public double score(double[] user, int item) {
    double score = base(item);
    for (int n = 0; n < user.length; n++) {
      score += user[n] * factors.data()[item * user.length + n];
    }
    return score;
  }

  /// The vectors of all users, on all cores. A user without a vector of the norm that
  /// [LeastSquares#userBound] says has zeros: items' vectors that are so large that float sums tell
  /// nothing must neither stop who has such an item nor leave the bound of the sums.
  ///
  /// @return shape [users × rank]
  public DenseMatrix users(RatingMatrix data) {
    InteractionMatrix pattern = data.pattern();
    DenseMatrix users = DenseMatrix.zeros(pattern.users(), rank());
    double bound = objective.userBound(items()) * (1 + ROUNDING_SLACK);
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
            double[] vector = system.factorise() ? system.user() : new double[rank()];
            if (isWithin(vector, bound)) {
              for (int n = 0; n < vector.length; n++) {
                users.data()[user * vector.length + n] = (float) vector[n];
              }
            }
          }
        });
    return users;
  }

  private static boolean isWithin(double[] vector, double bound) {
    double square = 0;
    for (double each : vector) {
      square += each * each;
    }
    return square <= bound * bound;
  }

  /// λ₀ Σ v vᵀ is added to the equations of every user.
  double[] unseen() {
    return unseen;
  }

  /// The equations of one user's vector after another's.
  static final class UserSystem {
    private final ItemFactors model;
    private final NormalEquations equations;
    private final double[] triangle;
    private final double[] right;
    private double weights;

    UserSystem(ItemFactors model) {
      this.model = model;
      this.equations = new NormalEquations(model.rank());
      this.triangle = new double[NormalEquations.triangle(model.rank())];
      this.right = new double[model.rank()];
    }

    void clear() {
      equations.clear();
      weights = 0;
    }

    /// Takes in an interaction, unless its item has no vector or it says nothing.
    void add(int item, float rating, float weight) {
      double target = model.objective().target(rating, model.base(item));
      if (model.has(item) && !Double.isNaN(target)) {
        equations.add(model.factors().data(), item * model.rank(), (float) target, weight);
        weights += weight;
      }
    }

    /// Solves the equations. After this, a vector costs two triangular products.
    ///
    /// @return whether there is a solution: something was taken in, and the equations are positive
    ///   definite, as they are to the precision of floats unless items' vectors are huge
    boolean factorise() {
      if (weights == 0) {
        return false;
      }
      equations.copy(triangle, right);
      double[] unseen = model.unseen();
      for (int n = 0; n < triangle.length; n++) {
        triangle[n] += unseen[n];
      }
      return NormalEquations.factorise(triangle, model.objective().ridge(weights), model.rank());
    }

    /// Returns the user's vector from the factorised equations.
    double[] user() {
      double[] vector = right.clone();
      NormalEquations.substitute(triangle, vector);
      return vector;
    }

    /// Returns (A + ρI)⁻¹ x from the factorised equations.
    double[] solve(float[] x, int from) {
      double[] vector = new double[right.length];
      Arrays.setAll(vector, n -> x[from + n]);
      NormalEquations.substitute(triangle, vector);
      return vector;
    }
  }

  /// A history folded into items' vectors: the user's vector, and what each item of the history
  /// adds to a score. Immutable.
  public static final class FoldIn {
    private final ItemFactors model;
    private final int[] items;
    private final double[] targets;
    private final UserSystem system;
    private final boolean says;

    private FoldIn(ItemFactors model, int[] items, float[] ratings, float[] weights) {
      if (items.length != ratings.length || items.length != weights.length) {
        throw new IllegalArgumentException("items, ratings and weights must be of one length");
      }
      this.model = model;
      this.items = items.clone();
      this.targets = new double[items.length];
      this.system = new UserSystem(model);
      for (int j = 0; j < items.length; j++) {
        system.add(items[j], ratings[j], weights[j]);
        double target = model.objective().target(ratings[j], model.base(items[j]));
        targets[j] = model.has(items[j]) && !Double.isNaN(target) ? weights[j] * target : 0;
      }
      this.says = system.factorise();
    }

    /// Whether the history says anything: it has an item with a vector, and a rating where that
    /// counts.
    public boolean says() {
      return says;
    }

    /// The user's vector; zeros when the history says nothing.
    public double[] user() {
      return says ? system.user() : new double[model.rank()];
    }

    /// What each item of the history adds to the score of one item: u = (A + ρI)⁻¹ Σ t_j v_j is
    /// linear in the targets, so that the parts and [#base] add up to the score.
    ///
    /// @return one for each item of the history
    public double[] contributions(int scored) {
      double[] parts = new double[items.length];
      if (says) {
        double[] solved = system.solve(model.factors().data(), scored * model.rank());
        for (int j = 0; j < items.length; j++) {
          parts[j] =
              targets[j] == 0
                  ? 0
                  : targets[j] * (model.score(solved, items[j]) - model.base(items[j]));
        }
      }
      return parts;
    }
  }
}
