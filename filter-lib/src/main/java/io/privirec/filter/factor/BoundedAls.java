package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// Alternating least squares in which no user weighs more than said, so that noise can hide anyone
/// (DPALS, docs/algorithms.md). In each step every user of the data gets a vector of norm 1 at
/// most, and adds its square, and its products with targets of modulus 1 at most, to the equations
/// of the frequent items that it has, with weights ω whose squares add up to `perUser` at most.
///
/// @param rank r, coordinates of an item's vector, ≥ 1
/// @param steps T, each for all users and then all items, ≥ 1
/// @param frequentPart β, part of the items that get vectors, the most frequent ones, in (0, 1]
/// @param perUser k, ≥ 1
/// @param seed public seed of the first vectors
public record BoundedAls(
    Target target,
    Weights weights,
    int rank,
    int steps,
    double frequentPart,
    int perUser,
    Ridge ridge,
    long seed) {
  /// A user's level is multiplied with this coordinate of every item: large, so that the ridge
  /// hardly holds it back.
  private static final float LEVEL = 4;

  /// Over the deviation that [AlternatingLeastSquares#start] has: users that are to have something
  /// in common with the first vectors must not be small.
  private static final float POSITIVE_START = 10;

  public BoundedAls {
    require(rank >= 1, "rank must be at least 1. Provided value: " + rank);
    require(steps >= 1, "steps must be at least 1. Provided value: " + steps);
    require(
        frequentPart > 0 && frequentPart <= 1,
        "frequentPart must be in (0, 1]. Provided value: " + frequentPart);
    require(perUser >= 1, "perUser must be at least 1. Provided value: " + perUser);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /// What a user's vector and an item's are to give.
  public sealed interface Target {}

  /// Ratings, less what they are counted from. With a constant a user's own level is taken off, and
  /// the first coordinate of every user's vector is that constant, so that the first one of an
  /// item's is its bias over the constant. Without one, a mean of all is taken off.
  ///
  /// @param lowest rating; lower ones are taken for it
  /// @param highest rating, above the lowest
  /// @param bound Γ_M, to which what is left is clipped, positive
  /// @param constant a, in [0, 1)
  public record Ratings(double lowest, double highest, double bound, double constant)
      implements Target {
    public Ratings {
      require(
          Double.isFinite(lowest) && Double.isFinite(highest) && lowest < highest,
          "lowest must be less than highest. Provided values: %s, %s".formatted(lowest, highest));
      require(
          bound > 0 && Double.isFinite(bound), "bound must be positive. Provided value: " + bound);
      require(
          constant >= 0 && constant < 1, "constant must be in [0, 1). Provided value: " + constant);
    }

    /// The expected rating of a user without a history.
    double middle() {
      return (lowest + highest) / 2;
    }

    /// How far a rating is from the middle, in halves of the range's width: in [-1, 1].
    public double fromMiddle(double rating) {
      return Math.clamp((rating - middle()) / ((highest - lowest) / 2), -1, 1);
    }
  }

  /// Interactions: 1 for those that are there, 0 for all pairs.
  ///
  /// @param unseenWeight λ₀ of all pairs, positive
  /// @param featureWeight γ with which vectors agree with public features of items, at least 0; 0:
  ///   features are not read
  public record Interactions(double unseenWeight, double featureWeight) implements Target {
    public Interactions {
      require(
          featureWeight >= 0 && Double.isFinite(featureWeight),
          "featureWeight must be at least 0. Provided value: " + featureWeight);
      require(
          unseenWeight > 0 && Double.isFinite(unseenWeight),
          "unseenWeight must be positive. Provided value: " + unseenWeight);
    }
  }

  /// How a user's weights go to its frequent items.
  public sealed interface Weights {
    /// The weights ω of a user's items, 0 for those that do not count. Their squares add up to k at
    /// most, rounding aside.
    ///
    /// @param row item indices
    /// @param k perUser
    /// @param draw a number below the one given; asked only where chance decides
    double[] of(FrequentItems items, int k, int[] row, IntUnaryOperator draw);
  }

  /// ω_ij ∝ c_j^-μ over all of them [Krichene et al. 2023].
  ///
  /// @param exponent μ, in [0, 1]
  public record Adaptive(double exponent) implements Weights {
    public Adaptive {
      require(
          exponent >= 0 && exponent <= 1,
          "exponent must be in [0, 1]. Provided value: " + exponent);
    }

    @Override
    public double[] of(FrequentItems items, int k, int[] row, IntUnaryOperator draw) {
      double[] weights = new double[row.length];
      double squares = 0;
      for (int j = 0; j < row.length; j++) {
        int place = items.place(row[j]);
        if (place >= 0) {
          weights[j] = Math.pow(items.count(place), -exponent);
          squares += weights[j] * weights[j];
        }
      }
      double scale = squares == 0 ? 0 : Math.sqrt(k / squares);
      Arrays.setAll(weights, j -> scale * weights[j]);
      return weights;
    }
  }

  /// 1 for at most k of them [Chien et al. 2021].
  ///
  /// @param tail whether these are the least frequent ones; otherwise chance decides
  public record Sampled(boolean tail) implements Weights {
    @Override
    public double[] of(FrequentItems items, int k, int[] row, IntUnaryOperator draw) {
      int[] own = IntStream.range(0, row.length).filter(j -> items.place(row[j]) >= 0).toArray();
      if (own.length > k) {
        own = tail ? last(items, own, k, row) : drawn(own, k, draw);
      }
      double[] weights = new double[row.length];
      for (int j : own) {
        weights[j] = 1;
      }
      return weights;
    }

    private static int[] last(FrequentItems items, int[] own, int k, int[] row) {
      return Arrays.stream(own)
          .boxed()
          .sorted((one, other) -> Integer.compare(items.place(row[other]), items.place(row[one])))
          .limit(k)
          .mapToInt(Integer::intValue)
          .toArray();
    }

    private static int[] drawn(int[] own, int k, IntUnaryOperator draw) {
      for (int n = 0; n < k; n++) {
        int at = n + draw.applyAsInt(own.length - n);
        int chosen = own[at];
        own[at] = own[n];
        own[n] = chosen;
      }
      return Arrays.copyOf(own, k);
    }
  }

  /// What is added to diagonals.
  ///
  /// @param user λ_u, for ratings times the number of a user's
  /// @param item λ_v, times (c_j / mean of c) to the power of the exponent
  /// @param exponent of items, in [0, 1]
  /// @param fold λ_u where the published vectors meet a history
  public record Ridge(double user, double item, double exponent, double fold) {
    public Ridge {
      require(
          user > 0 && item > 0 && fold > 0,
          "ridges must be positive. Provided values: %s, %s, %s".formatted(user, item, fold));
      require(
          exponent >= 0 && exponent <= 1,
          "exponent must be in [0, 1]. Provided value: " + exponent);
    }

    /// λ_v of an item.
    double ofItem(FrequentItems items, int place) {
      return item * Math.pow(items.relativeCount(place), exponent);
    }
  }

  /// How many items get vectors.
  public int frequent(int items) {
    return Math.max(1, (int) Math.floor(frequentPart * items));
  }

  /// Whether the equations of items have Σ u uᵀ over all users in them.
  public boolean weighsUnseen() {
    return target instanceof Interactions;
  }

  /// Whether users are centred by a mean of all, which has to be known.
  public boolean needsMean() {
    return target instanceof Ratings ratings && ratings.constant() == 0;
  }

  /// γ, 0 where features of items are not read.
  public double featureWeight() {
    return target instanceof Interactions interactions ? interactions.featureWeight() : 0;
  }

  /// What a target of modulus 1 stands for: Γ_M, or an interaction.
  public double targetBound() {
    return target instanceof Ratings ratings ? ratings.bound() : 1;
  }

  /// The vectors that everybody starts from, one row for each frequent item.
  public DenseMatrix start(FrequentItems items) {
    DenseMatrix start = AlternatingLeastSquares.start(seed, items.count(), rank);
    float[] data = start.data();
    for (int n = 0; n < data.length; n++) {
      if (target instanceof Interactions) {
        data[n] = POSITIVE_START * Math.abs(data[n]);
      } else if (!needsMean() && n % rank == 0) {
        data[n] = 0;
      }
    }
    return start;
  }

  /// The model that a step makes users' vectors with.
  ///
  /// @param mean of all; read only where it is needed
  /// @param vectors shape [frequent items × rank]
  ItemFactors forUsers(FrequentItems items, double mean, DenseMatrix vectors) {
    return model(items, mean, vectors, ridge.user(), /* from= */ 1);
  }

  /// The model that is published.
  ///
  /// @param mean of all; read only where it is needed
  /// @param vectors shape [frequent items × rank]
  public ItemFactors published(FrequentItems items, double mean, DenseMatrix vectors) {
    return model(items, mean, vectors, ridge.fold(), /* from= */ 0);
  }

  /// @param from first coordinate that is a user's to choose, where items have biases
  private ItemFactors model(
      FrequentItems items, double mean, DenseMatrix vectors, double lambda, int from) {
    return switch (target) {
      case Interactions(double unseenWeight, double _) ->
          new ItemFactors(
              new LeastSquares.Implicit(rank, lambda, unseenWeight),
              0,
              items.spread(vectors, 0, 0, 0));
      case Ratings ratings when needsMean() ->
          new ItemFactors(
              new LeastSquares.Explicit(rank, lambda, ratings.lowest(), ratings.highest()),
              mean,
              items.spread(vectors, 0, 0, 0));
      case Ratings ratings -> {
        float[] biases = new float[items.all()];
        for (int n = 0; n < items.count(); n++) {
          biases[items.item(n)] = (float) (ratings.constant() * vectors.get(n, 0));
        }
        yield new ItemFactors(
            new LeastSquares.Explicit(1 + rank - from, lambda, ratings.lowest(), ratings.highest()),
            ratings.middle(),
            biases,
            items.spread(vectors, from, 1, LEVEL));
      }
    };
  }
}
