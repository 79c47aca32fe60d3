package io.privirec.filter.ranking;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/// Items by how many users interacted with them, then by lower index: the answer for those of whom
/// nothing is known, and the baseline every recommender must beat. Immutable.
public final class Popularity {
  /// What a release says whose model is the popularity of items alone.
  public static final String KIND = "popularity";

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

  /// The best items of some by score, then by lower index; those of score 0, of which a history
  /// says nothing, by popularity. They stay between those it speaks for and those it speaks
  /// against.
  ///
  /// @param scores shape [items]
  /// @param candidates item indices that may appear, below the number of items
  /// @return at most k items, best first
  public int[] filledUp(float[] scores, int k, BitSet candidates) {
    int[] best = TopK.among(scores, k, candidates);
    int from = best.length;
    while (from > 0 && scores[best[from - 1]] <= 0) {
      from--;
    }
    if (from < best.length && scores[best[from]] == 0) {
      int[] popular = among(best.length - from, item -> scores[item] == 0 && candidates.get(item));
      System.arraycopy(popular, 0, best, from, popular.length);
    }
    return best;
  }
}
