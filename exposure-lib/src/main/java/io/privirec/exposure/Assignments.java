package io.privirec.exposure;

import io.privirec.filter.random.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A search for all assignments of a row's items to its users.
///
/// In a valid assignment each user of size d gets d items. The users of two items together do not
/// exceed the value of this pair in other rows. Users of equal size and equal items so far are
/// exchangeable, and the search tries only the first order of such users.
final class Assignments {
  /// Bounds of pairs of items from other rows.
  @FunctionalInterface
  interface PairBounds {
    /// Returns the most that the users of both items can add up to; infinite if unknown.
    double most(int item, int other);
  }

  private static final int MOST_NODES = 20_000;
  private static final int MOST_FOUND = 64;

  private final int[] items;
  private final int[][] options;
  private final int[] sizes;
  private final UserWeight weight;
  private final PairBounds pairs;
  private final int[] order;
  private final int[] chosen;
  private final int[] left;
  private final long[] marks;
  private final List<int[]> found = new ArrayList<>();
  private int nodes;

  /// @param items of the row
  /// @param options sets of users for each item, as bits
  /// @param sizes d of each user
  /// @param weight of users in the row
  Assignments(int[] items, int[][] options, int[] sizes, UserWeight weight, PairBounds pairs) {
    this.weight = weight;
    this.items = items;
    this.options = options;
    this.sizes = sizes;
    this.pairs = pairs;
    this.chosen = new int[items.length];
    this.left = sizes.clone();
    this.marks = new long[sizes.length];
    Integer[] places = new Integer[items.length];
    Arrays.setAll(places, n -> n);
    Arrays.sort(places, (a, b) -> Integer.compare(options[a].length, options[b].length));
    this.order = Arrays.stream(places).mapToInt(Integer::intValue).toArray();
  }

  /// Searches.
  ///
  /// @return whether the search found all assignments
  boolean search() {
    return place(0) && !found.isEmpty();
  }

  /// Returns the assignments: a set of users for each item.
  List<int[]> found() {
    return found;
  }

  private boolean place(int at) {
    if (at == order.length) {
      if (Arrays.stream(left).allMatch(each -> each == 0)) {
        if (found.size() == MOST_FOUND) {
          return false;
        }
        found.add(chosen.clone());
      }
      return true;
    }
    if (++nodes > MOST_NODES) {
      return false;
    }
    int n = order[at];
    for (int mask : options[n]) {
      if (fits(at, n, mask)) {
        move(n, mask, -1);
        chosen[n] = mask;
        boolean complete = place(at + 1);
        move(n, mask, 1);
        if (!complete) {
          return false;
        }
      }
    }
    return true;
  }

  private void move(int n, int mask, int by) {
    long mark = by * CounterRandom.at(1, n);
    for (int user = 0; user < sizes.length; user++) {
      if ((mask & (1 << user)) != 0) {
        left[user] += by;
        marks[user] += mark;
      }
    }
  }

  private boolean fits(int at, int n, int mask) {
    for (int user = 0; user < sizes.length; user++) {
      boolean has = (mask & (1 << user)) != 0;
      if (has && left[user] == 0) {
        return false;
      }
      for (int before = 0; has && before < user; before++) {
        if ((mask & (1 << before)) == 0
            && sizes[before] == sizes[user]
            && marks[before] == marks[user]) {
          return false;
        }
      }
    }
    if (options[n].length == 1) {
      return true;
    }
    for (int earlier = 0; earlier < at; earlier++) {
      int other = order[earlier];
      double most = pairs.most(items[n], items[other]);
      if (most < Double.POSITIVE_INFINITY && sum(mask & chosen[other]) > most) {
        return false;
      }
    }
    return true;
  }

  private double sum(int mask) {
    double sum = 0;
    for (int user = 0; user < sizes.length; user++) {
      if ((mask & (1 << user)) != 0) {
        sum += weight.of(sizes[user]);
      }
    }
    return sum;
  }
}
