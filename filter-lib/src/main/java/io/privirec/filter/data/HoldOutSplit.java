package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import java.util.BitSet;
import java.util.stream.IntStream;

/// A seeded split of interactions, by Fisher–Yates with [CounterRandom]: the first positions of a
/// shuffled range are held out.
///
/// @param train what is known
/// @param test what is held out
record HoldOutSplit(RatingMatrix train, RatingMatrix test) {
  /// 80/20, as data sets without a split of their own are held out.
  static final int FIFTH = 5;

  /// 80/10/10.
  private static final int TENTH = 10;

  /// Of n interactions of each user, ⌊n / d⌋ go to test. User u's items, ascending, are shuffled
  /// with the key `at(seed, u)`.
  ///
  /// @param divisor d, at least 2
  static HoldOutSplit perUser(RatingMatrix all, long seed, int divisor) {
    InteractionMatrix pattern = all.pattern();
    BitSet heldOut = new BitSet();
    for (int user = 0; user < pattern.users(); user++) {
      int length = pattern.rowLength(user);
      int[] positions = shuffled(pattern.rowStart(user), length, CounterRandom.at(seed, user));
      IntStream.of(positions).limit(length / divisor).forEach(heldOut::set);
    }
    BitSet known = new BitSet();
    known.set(0, pattern.interactions());
    known.andNot(heldOut);
    return new HoldOutSplit(all.only(known), all.only(heldOut));
  }

  /// Of all n interactions, ⌊n / 10⌋ are for testing, as many for choosing settings, the others
  /// known. All positions are shuffled with the seed as key: tests come first, then validation.
  ///
  /// @param validation whether test is the part for choosing settings
  static HoldOutSplit ofRatings(RatingMatrix all, long seed, boolean validation) {
    int n = all.pattern().interactions();
    int tenth = n / TENTH;
    int[] positions = shuffled(0, n, seed);
    return new HoldOutSplit(
        all.only(range(positions, 2 * tenth, n)),
        all.only(validation ? range(positions, tenth, 2 * tenth) : range(positions, 0, tenth)));
  }

  private static BitSet range(int[] positions, int from, int to) {
    BitSet chosen = new BitSet();
    IntStream.range(from, to).map(p -> positions[p]).forEach(chosen::set);
    return chosen;
  }

  /// The positions from `from` on in a random order.
  static int[] shuffled(int from, int length, long key) {
    int[] positions = IntStream.range(from, from + length).toArray();
    for (int last = length - 1; last > 0; last--) {
      int other = CounterRandom.below(key, last, last + 1);
      int position = positions[last];
      positions[last] = positions[other];
      positions[other] = position;
    }
    return positions;
  }
}
