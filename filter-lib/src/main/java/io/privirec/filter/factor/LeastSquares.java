package io.privirec.filter.factor;

/// What factors of users and items are fitted to by alternating least squares, and with which
/// regularisation. Numbers are the objective's own; data comes with the call.
public sealed interface LeastSquares {
  /// Part of the range of scores that rounding may add on each side.
  double RANGE_SLACK = 0x1p-10;

  /// Columns of the factors, ≥ 1.
  int rank();

  /// λ, positive.
  double lambda();

  /// Weight λ₀ of pairs without an interaction, whose target is 0; 0 where those are left out.
  double unseenWeight();

  /// Whether it fits ratings; otherwise it fits what is there and what is not.
  default boolean readsRatings() {
    return this instanceof Explicit;
  }

  /// Returns the constant a of biases ([AlternatingLeastSquares]), or 0 without biases. The unit of
  /// a vector is the root of the unit of ratings. With twice the root of the range, a fit does not
  /// depend on the unit of ratings if λ has the same unit. A larger constant holds biases back less
  /// (ratings from 1 to 5: λ / 16 per rating, near 1 in 200).
  default double biasConstant() {
    return readsRatings() ? 2 * Math.sqrt(highest() - lowest()) : 0;
  }

  /// Returns the target of u·v for an interaction.
  ///
  /// @param rating NaN where the interaction has none
  /// @param mean of all ratings
  /// @return NaN where the interaction says nothing
  double target(double rating, double mean);

  /// What is added to the diagonal of the equations of a user or an item.
  ///
  /// @param interactions of the user or item, each as often as it weighs
  double ridge(double interactions);

  /// Largest Euclidean norm of a user's vector, whatever the items' vectors are.
  ///
  /// With A = VᵀV of the user's items and t their targets, u = (A + ρI)⁻¹Vᵀt, and σ / (σ² + ρ) is
  /// at most 1 / (2√ρ) for every singular value σ of V. Therefore ‖u‖ ≤ ‖t‖ / (2√ρ).
  ///
  /// @param items of the catalogue, ≥ 1
  double userBound(int items);

  /// Largest modulus of a target.
  double targetBound();

  /// The lowest score that can be meant; scores below are shown as it.
  double lowest();

  /// The highest score that can be meant.
  double highest();

  /// Whether a score can be meant, rounding aside.
  default boolean holds(double score) {
    double slack = (highest() - lowest()) * RANGE_SLACK;
    return score >= lowest() - slack && score <= highest() + slack;
  }

  /// Ratings [Zhou et al. 2008, ALS-WR]: Σ (r − mean − u·v)² + λ Σ c_u ‖u‖² + λ Σ c_i ‖v‖² over the
  /// rated pairs alone. What is counted from the mean may also be an item's bias above it.
  ///
  /// @param low lowest rating; lower ones are taken for it
  /// @param high highest rating, above `low`
  record Explicit(int rank, double lambda, double low, double high) implements LeastSquares {
    public Explicit {
      requireRanges(rank, lambda);
      if (!(Double.isFinite(low) && Double.isFinite(high) && low < high)) {
        throw new IllegalArgumentException(
            "low must be less than high. Provided values: %s, %s".formatted(low, high));
      }
    }

    @Override
    public double unseenWeight() {
      return 0;
    }

    @Override
    public double target(double rating, double mean) {
      return Math.clamp(rating, low, high) - mean;
    }

    @Override
    public double ridge(double interactions) {
      return lambda * interactions;
    }

    /// The mean lies in the range, with and without a bias, so no target is larger than its width.
    @Override
    public double userBound(int items) {
      return (high - low) / (2 * Math.sqrt(lambda));
    }

    @Override
    public double targetBound() {
      return high - low;
    }

    @Override
    public double lowest() {
      return low;
    }

    @Override
    public double highest() {
      return high;
    }
  }

  /// Interactions [Hu et al. 2008; Rendle et al. 2021]: Σ (1 − u·v)² over those that are there, λ₀
  /// Σ (u·v)² over all pairs, and λ (Σ ‖u‖² + Σ ‖v‖²).
  ///
  /// @param unseenWeight λ₀, positive
  record Implicit(int rank, double lambda, double unseenWeight) implements LeastSquares {
    /// The least ridge of [#withRidgeOf]; bounds rest on it.
    public static final double LEAST_RIDGE = 1;

    private static final double MOST_RIDGE = 16;
    private static final double RIDGE_POWER = .7;

    public Implicit {
      requireRanges(rank, lambda);
      if (!(Double.isFinite(unseenWeight) && unseenWeight > 0)) {
        throw new IllegalArgumentException(
            "lambda0 must be finite and positive. Provided value: " + unseenWeight);
      }
    }

    @Override
    public double target(double rating, double mean) {
      return 1;
    }

    @Override
    public double ridge(double interactions) {
      return lambda;
    }

    /// The same with a ridge that suits the data: (√d + √v)^0.7 for d items of a user and v users
    /// of an item on average. Singular values of so many ones at random go up to √d + √v, so that
    /// the ridge must grow with it; the power was measured (docs/algorithms.md). A ridge far above
    /// leaves nothing of short histories.
    ///
    /// @param raters of each item
    /// @param users that rated anything
    /// @param minSupport items of fewer raters take no part
    public Implicit withRidgeOf(long[] raters, long users, int minSupport) {
      long kept = 0;
      double interactions = 0;
      for (long each : raters) {
        if (each >= minSupport) {
          kept++;
          interactions += each;
        }
      }
      double chance =
          Math.sqrt(interactions / Math.max(1, users))
              + Math.sqrt(interactions / Math.max(1, kept));
      return new Implicit(
          rank,
          Math.clamp(StrictMath.pow(chance, RIDGE_POWER), LEAST_RIDGE, MOST_RIDGE),
          unseenWeight);
    }

    /// ‖t‖² is the number of items.
    @Override
    public double userBound(int items) {
      return Math.sqrt(items) / (2 * Math.sqrt(lambda));
    }

    @Override
    public double targetBound() {
      return 1;
    }

    @Override
    public double lowest() {
      return Double.NEGATIVE_INFINITY;
    }

    @Override
    public double highest() {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static void requireRanges(int rank, double lambda) {
    if (rank < 1) {
      throw new IllegalArgumentException("rank must be at least 1. Provided value: " + rank);
    }
    if (!(Double.isFinite(lambda) && lambda > 0)) {
      throw new IllegalArgumentException(
          "lambda must be finite and positive. Provided value: " + lambda);
    }
  }
}
