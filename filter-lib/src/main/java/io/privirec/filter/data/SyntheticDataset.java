package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Made-up interactions with the two properties that matter to a recommender: popularity follows
/// Zipf's law, and users of the same latent groups like the same items.
///
/// 2,000 users × 1,500 items in 24 groups. A user has one or two groups and 15 to 60 interactions,
/// four of five from its groups, the rest from everything, each drawn by popularity. Split 80/20
/// per user. The same for the same seed on every machine; free to be published.
public final class SyntheticDataset {
  private static final int USERS = 2_000;
  private static final int ITEMS = 1_500;
  private static final int GROUPS = 24;
  private static final int MIN_INTERACTIONS = 15;
  private static final int MAX_INTERACTIONS = 60;
  private static final double IN_GROUP = 0.8;
  private static final double ZIPF_EXPONENT = 0.8;

  private final long seed;
  private final int[][] members = new int[GROUPS + 1][];
  private final double[][] cumulative = new double[GROUPS + 1][];

  private SyntheticDataset(long seed) {
    this.seed = seed;
    for (int group = 0; group <= GROUPS; group++) {
      int of = group;
      members[group] =
          IntStream.range(0, ITEMS).filter(item -> of == GROUPS || groupOf(item) == of).toArray();
      cumulative[group] = new double[members[group].length];
      double sum = 0;
      for (int m = 0; m < members[group].length; m++) {
        sum += 1 / StrictMath.pow(rankOf(members[group][m]), ZIPF_EXPONENT);
        cumulative[group][m] = sum;
      }
    }
  }

  /// Makes the data set of a seed.
  public static Dataset generate(long seed) {
    SyntheticDataset synthetic = new SyntheticDataset(CounterRandom.at(seed, 0));
    int[] offsets = new int[USERS + 1];
    int[] columns = new int[USERS * MAX_INTERACTIONS];
    for (int user = 0; user < USERS; user++) {
      int[] row = synthetic.row(user);
      System.arraycopy(row, 0, columns, offsets[user], row.length);
      offsets[user + 1] = offsets[user] + row.length;
    }
    InteractionMatrix all =
        InteractionMatrix.of(USERS, ITEMS, offsets, Arrays.copyOf(columns, offsets[USERS]));
    HoldOutSplit split = HoldOutSplit.perUser(RatingMatrix.of(all), seed, HoldOutSplit.FIFTH);
    return Dataset.of("synthetic", ids("user", USERS), ids("item", ITEMS), split, 0);
  }

  private static List<String> ids(String kind, int count) {
    return IntStream.range(0, count).mapToObj(i -> "%s-%04d".formatted(kind, i)).toList();
  }

  private int groupOf(int item) {
    return CounterRandom.below(CounterRandom.at(seed, 1), item, GROUPS);
  }

  /// Popularity ranks are a permutation: 7 and 1,500 have no common divisor.
  private static int rankOf(int item) {
    return item * 7 % ITEMS + 1;
  }

  private int[] row(int user) {
    long key = CounterRandom.at(CounterRandom.at(seed, 2), user);
    int length =
        MIN_INTERACTIONS + CounterRandom.below(key, 0, MAX_INTERACTIONS - MIN_INTERACTIONS + 1);
    int[] groups = {CounterRandom.below(key, 1, GROUPS), CounterRandom.below(key, 2, GROUPS)};
    boolean[] chosen = new boolean[ITEMS];
    long position = 3;
    for (int n = 0; n < length; ) {
      boolean inGroup = CounterRandom.uniform(key, position++) < IN_GROUP;
      int group = inGroup ? groups[CounterRandom.below(key, position++, 2)] : GROUPS;
      int item = draw(group, CounterRandom.uniform(key, position++));
      if (!chosen[item]) {
        chosen[item] = true;
        n++;
      }
    }
    return IntStream.range(0, ITEMS).filter(item -> chosen[item]).toArray();
  }

  private int draw(int group, double uniform) {
    double[] sums = cumulative[group];
    int found = Arrays.binarySearch(sums, uniform * sums[sums.length - 1]);
    int at = found >= 0 ? found + 1 : -found - 1;
    return members[group][Math.min(at, sums.length - 1)];
  }
}
