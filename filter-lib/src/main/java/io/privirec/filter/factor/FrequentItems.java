package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.Popularity;
import java.util.Arrays;

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

  /// How frequent the item at a place is: a count of at least 1.
  double count(int place) {
    return counts[place];
  }

  /// λ_v's factor of an item: its count over the mean of counts.
  double relativeCount(int place) {
    return counts[place] / mean;
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
