package io.privirec.filter.ranking;

import java.util.BitSet;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// The best items by score: score descending, then lower index.
///
/// NaN is refused wherever an item may be recommended; negative scores and −∞ rank like any other.
public final class TopK {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = FLOATS.length();

  private final float[] scores;
  private final int[] heap;
  private int size;

  private TopK(float[] scores, int k) {
    if (k < 0) {
      throw new IllegalArgumentException("k must be at least 0. Provided: " + k);
    }
    this.scores = scores;
    this.heap = new int[Math.min(k, scores.length)];
  }

  /// The best items of all but some.
  ///
  /// @param scores shape [items]
  /// @param excluded item indices that must not appear, ascending
  /// @return at most k items, best first; fewer only when fewer are left
  public static int[] excluding(float[] scores, int k, int[] excluded) {
    TopK top = new TopK(scores, k);
    int from = 0;
    for (int item : excluded) {
      if (item < from - 1 || item >= scores.length) {
        throw new IllegalArgumentException(
            "excluded must be ascending in [0, %s). Provided: %s".formatted(scores.length, item));
      }
      top.offerRange(from, item);
      from = item + 1;
    }
    top.offerRange(from, scores.length);
    return top.sorted();
  }

  /// The best items of some.
  ///
  /// @param scores shape [items]
  /// @param candidates item indices that may appear, below the number of items
  /// @return at most k items, best first; fewer only when there are fewer candidates
  public static int[] among(float[] scores, int k, BitSet candidates) {
    if (candidates.length() > scores.length) {
      throw new IllegalArgumentException(
          "candidates must be below %s. Provided: %s"
              .formatted(scores.length, candidates.length() - 1));
    }
    TopK top = new TopK(scores, k);
    int from = candidates.nextSetBit(0);
    while (from >= 0) {
      int to = candidates.nextClearBit(from);
      top.offerRange(from, to);
      from = candidates.nextSetBit(to);
    }
    return top.sorted();
  }

  private void offerRange(int from, int to) {
    int item = from;
    for (; item < to && size < heap.length; item++) {
      check(item);
      heap[size++] = item;
      if (size == heap.length) {
        heapify();
      }
    }
    float least = size == 0 ? Float.POSITIVE_INFINITY : scores[heap[0]];
    // ranges come in ascending order: an equal score never displaces a lower index
    for (item = notWithin(least, item, to); item < to; item = notWithin(least, item + 1, to)) {
      check(item);
      if (size > 0) {
        heap[0] = item;
        sink(0);
        least = scores[heap[0]];
      }
    }
  }

  /// The first item from `from` on whose score is above the limit or NaN; `to` if there is none.
  private int notWithin(float limit, int from, int to) {
    int item = from;
    for (int end = from + FLOATS.loopBound(to - from); item < end; item += LANES) {
      VectorMask<Float> within =
          FloatVector.fromArray(FLOATS, scores, item).compare(VectorOperators.LE, limit);
      if (!within.allTrue()) {
        return item + within.not().firstTrue();
      }
    }
    while (item < to && scores[item] <= limit) {
      item++;
    }
    return item;
  }

  private void check(int item) {
    if (Float.isNaN(scores[item])) {
      throw new IllegalArgumentException("score of item %s is NaN".formatted(item));
    }
  }

  private void heapify() {
    for (int at = size / 2 - 1; at >= 0; at--) {
      sink(at);
    }
  }

  /// The worst item is at the root.
  private void sink(int from) {
    int at = from;
    int item = heap[at];
    for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && worse(heap[child + 1], heap[child])) {
        child++;
      }
      if (!worse(heap[child], item)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = item;
  }

  private boolean worse(int one, int other) {
    return scores[one] < scores[other] || (scores[one] == scores[other] && one > other);
  }

  private int[] sorted() {
    if (size < heap.length) {
      heapify();
    }
    int[] best = new int[size];
    while (size > 0) {
      best[size - 1] = heap[0];
      heap[0] = heap[size - 1];
      size--;
      if (size > 0) {
        sink(0);
      }
    }
    return best;
  }
}
