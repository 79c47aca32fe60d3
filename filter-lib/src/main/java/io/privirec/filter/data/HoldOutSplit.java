package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;

/// A seeded split per user: of n interactions, ⌊n / d⌋ go to test.
///
/// User u's items, ascending, are shuffled by Fisher–Yates with [CounterRandom] keyed by `at(seed,
/// u)`; the first ⌊n / d⌋ are test.
///
/// @param train what is known
/// @param test what is held out
record HoldOutSplit(InteractionMatrix train, InteractionMatrix test) {
  /// 80/20, as data sets without a split of their own are held out.
  static final int FIFTH = 5;

  /// @param divisor d, at least 2
  static HoldOutSplit of(InteractionMatrix all, long seed, int divisor) {
    int users = all.users();
    int[] trainOffsets = new int[users + 1];
    int[] testOffsets = new int[users + 1];
    for (int user = 0; user < users; user++) {
      int heldOut = all.rowLength(user) / divisor;
      testOffsets[user + 1] = testOffsets[user] + heldOut;
      trainOffsets[user + 1] = trainOffsets[user] + all.rowLength(user) - heldOut;
    }
    int[] train = new int[trainOffsets[users]];
    int[] test = new int[testOffsets[users]];
    for (int user = 0; user < users; user++) {
      int[] row = all.row(user);
      shuffle(row, CounterRandom.at(seed, user));
      int heldOut = row.length / divisor;
      System.arraycopy(row, 0, test, testOffsets[user], heldOut);
      System.arraycopy(row, heldOut, train, trainOffsets[user], row.length - heldOut);
      Arrays.sort(test, testOffsets[user], testOffsets[user + 1]);
      Arrays.sort(train, trainOffsets[user], trainOffsets[user + 1]);
    }
    return new HoldOutSplit(
        InteractionMatrix.of(users, all.items(), trainOffsets, train),
        InteractionMatrix.of(users, all.items(), testOffsets, test));
  }

  private static void shuffle(int[] row, long key) {
    for (int last = row.length - 1; last > 0; last--) {
      int other = CounterRandom.below(key, last, last + 1);
      int item = row[last];
      row[last] = row[other];
      row[other] = item;
    }
  }
}
