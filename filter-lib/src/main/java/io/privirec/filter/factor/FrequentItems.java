package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.Popularity;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// The items that have vectors, the most frequent one first, and how frequent they are: counts,
/// which may be noisy. Immutable.
public final class FrequentItems {
  private final int[] items;
  private final int[] places;
  private final double[] counts;
  private final double mean;

  private FrequentItems(int[] items, long[] counts) {
    this.items = items;
    this.places = new int[counts.length];
    Arrays.fill(places, -1);
    this.counts = new double[items.length];
    for (int n = 0; n < items.length; n++) {
      places[items[n]] = n;
      // Noise may leave less than one user, and powers need some.
      this.counts[n] = Math.max(1, counts[items[n]]);
    }
    this.mean = Arrays.stream(this.counts).average().orElse(1);
  }

  /// Chooses items by their counts, then by lower index.
  ///
  /// @param counts shape [items]
  public static FrequentItems of(long[] counts, int most) {
    return new FrequentItems(Popularity.of(counts).among(most, item -> true), counts);
  }

  /// How many have vectors.
  public int count() {
    return items.length;
  }

  /// How many items there are, with and without vectors.
  public int all() {
    return places.length;
  }

  /// The item at a place, 0 for the most frequent one.
  public int item(int place) {
    return items[place];
  }

  /// The place of an item; -1 for one without a vector.
  public int place(int item) {
    return places[item];
  }

  /// λ_v of an item.
  double ridge(BoundedAls.Ridge ridge, int place) {
    return ridge.item() * Math.pow(counts[place] / mean, ridge.exponent());
  }

  /// The weights ω of a user's items, 0 for those that do not count. Their squares add up to k at
  /// most, rounding aside.
  ///
  /// @param row item indices
  /// @param k perUser
  /// @param draw a number below the one given; asked only where chance decides
  public double[] weights(BoundedAls.Weights rule, int k, int[] row, IntUnaryOperator draw) {
    return switch (rule) {
      case BoundedAls.Adaptive(double exponent) -> adaptive(exponent, k, row);
      case BoundedAls.Sampled(boolean tail) -> sampled(tail, k, row, draw);
    };
  }

  private double[] adaptive(double exponent, int k, int[] row) {
    double[] weights = new double[row.length];
    double squares = 0;
    for (int j = 0; j < row.length; j++) {
      int place = places[row[j]];
      if (place >= 0) {
        weights[j] = Math.pow(counts[place], -exponent);
        squares += weights[j] * weights[j];
      }
    }
    double scale = squares == 0 ? 0 : Math.sqrt(k / squares);
    Arrays.setAll(weights, j -> scale * weights[j]);
    return weights;
  }

  private double[] sampled(boolean tail, int k, int[] row, IntUnaryOperator draw) {
    int[] own = IntStream.range(0, row.length).filter(j -> places[row[j]] >= 0).toArray();
    if (own.length > k) {
      own = tail ? last(own, k, row) : drawn(own, k, draw);
    }
    double[] weights = new double[row.length];
    for (int j : own) {
      weights[j] = 1;
    }
    return weights;
  }

  private int[] last(int[] own, int k, int[] row) {
    return Arrays.stream(own)
        .boxed()
        .sorted((one, other) -> Integer.compare(places[row[other]], places[row[one]]))
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

  /// Vectors in the order of the catalogue, each behind coordinates that are the same for all
  /// items; zeros for items without one.
  ///
  /// @param from first coordinate that is taken
  /// @param common how many coordinates are the same for all items
  DenseMatrix spread(DenseMatrix vectors, int from, int common, float value) {
    int columns = common + vectors.columns() - from;
    DenseMatrix spread = DenseMatrix.zeros(all(), columns);
    for (int item = 0; item < all(); item++) {
      Arrays.fill(spread.data(), item * columns, item * columns + common, value);
      if (places[item] >= 0) {
        System.arraycopy(
            vectors.data(),
            places[item] * vectors.columns() + from,
            spread.data(),
            item * columns + common,
            columns - common);
      }
    }
    return spread;
  }
}
