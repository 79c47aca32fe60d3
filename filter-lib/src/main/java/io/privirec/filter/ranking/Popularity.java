package io.privirec.filter.ranking;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Items by how many users interacted with them, then by lower index: the answer for those of whom
/// nothing is known, and the baseline every recommender must beat. Immutable.
public final class Popularity {
  private final int[] order;

  private Popularity(int[] order) {
    this.order = order;
  }

  /// Orders items by degree.
  ///
  /// @param itemDegrees V, shape [items]
  public static Popularity of(long[] itemDegrees) {
    return new Popularity(
        IntStream.range(0, itemDegrees.length)
            .boxed()
            .sorted(
                Comparator.comparingLong((Integer item) -> -itemDegrees[item])
                    .thenComparing(Comparator.naturalOrder()))
            .mapToInt(Integer::intValue)
            .toArray());
  }

  /// Number of items.
  public int items() {
    return order.length;
  }

  /// The most popular items of all but some.
  ///
  /// @param excluded item indices that must not appear, ascending
  /// @return at most k items, most popular first
  public int[] excluding(int k, int[] excluded) {
    return Arrays.stream(order)
        .filter(item -> Arrays.binarySearch(excluded, item) < 0)
        .limit(k)
        .toArray();
  }

  /// The most popular items of some.
  ///
  /// @param candidates tells which items may appear
  /// @return at most k items, most popular first
  public int[] among(int k, IntPredicate candidates) {
    return Arrays.stream(order).filter(candidates).limit(k).toArray();
  }
}
