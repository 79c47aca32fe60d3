package io.privirec.bench;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;
import java.util.BitSet;

/// Made-up interactions of the size of the Gowalla data set, for kernels whose cost depends on
/// shape and skew, not on who likes what: 29,858 users × 40,981 items, about 750,000 interactions,
/// P̃ with about 49 million entries.
///
/// Degrees of users follow a power law from 10 to 811; popularity one of Zipf; most interactions of
/// a user are with a 64th of the items. The same on every machine.
final class GowallaShape {
  private static final int USERS = 29_858;
  private static final int ITEMS = 40_981;
  private static final int MIN_DEGREE = 10;
  private static final int MAX_DEGREE = 811;
  private static final double DEGREE_EXPONENT = 1.6;
  private static final double ZIPF_EXPONENT = .45;
  private static final int REGIONS = 64;
  private static final double IN_REGION = .85;

  /// Spreads popular items over the indices; without a common divisor with their number.
  private static final int SPREAD = 7919;

  private static final long SEED = 20;

  private final double[] cumulative = new double[ITEMS];

  private GowallaShape() {
    double sum = 0;
    for (int rank = 0; rank < ITEMS; rank++) {
      sum += Math.pow(rank + 1, -ZIPF_EXPONENT);
      cumulative[rank] = sum;
    }
  }

  static InteractionMatrix interactions() {
    GowallaShape shape = new GowallaShape();
    int[] offsets = new int[USERS + 1];
    int[][] rows = new int[USERS][];
    for (int user = 0; user < USERS; user++) {
      rows[user] = shape.row(CounterRandom.at(SEED, user));
      offsets[user + 1] = offsets[user] + rows[user].length;
    }
    int[] columns = new int[offsets[USERS]];
    for (int user = 0; user < USERS; user++) {
      System.arraycopy(rows[user], 0, columns, offsets[user], rows[user].length);
    }
    return InteractionMatrix.of(USERS, ITEMS, offsets, columns);
  }

  private int[] row(long key) {
    double power = Math.pow(1 - CounterRandom.uniform(key, 0), -1 / DEGREE_EXPONENT);
    int degree = (int) Math.min(MAX_DEGREE, MIN_DEGREE * power);
    int region = CounterRandom.below(key, 1, REGIONS);
    BitSet chosen = new BitSet(ITEMS);
    long position = 2;
    while (chosen.cardinality() < degree) {
      boolean inRegion = CounterRandom.uniform(key, position++) < IN_REGION;
      int count = inRegion ? ITEMS / REGIONS : ITEMS;
      int rank = drawn(CounterRandom.uniform(key, position++), count);
      long item = inRegion ? (long) rank * REGIONS + region : rank;
      chosen.set((int) (item * SPREAD % ITEMS));
    }
    return chosen.stream().toArray();
  }

  /// A rank below `count`, by popularity.
  private int drawn(double uniform, int count) {
    int found = Arrays.binarySearch(cumulative, 0, count, uniform * cumulative[count - 1]);
    return Math.min(count - 1, found >= 0 ? found + 1 : -found - 1);
  }
}
