package io.privirec.filter.data;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Made-up interactions with the two properties that matter to a recommender: popularity follows
/// Zipf's law, and users of the same latent groups like the same items.
///
/// 2,000 users, or as many as asked for, × 1,500 items in 24 groups. A user has one or two groups
/// and 15 to 60 interactions, or as many as [Histories] states. Four of five come from the user's
/// groups and the rest from all items, drawn by popularity. Split 80/20 per user. The same for the
/// same seed on every machine; free to be published.
public final class SyntheticDataset {
  /// Users that are made unless another number is asked for.
  public static final int USERS = 2_000;

  private static final int ITEMS = 1_500;
  private static final int GROUPS = 24;
  private static final double IN_GROUP = 0.8;
  private static final double ZIPF_EXPONENT = 0.8;

  /// How many interactions users have.
  public enum Histories {
    /// 15 to 60, without ratings.
    USUAL(15, 60, false),
    /// 3 to 10, with ratings.
    SHORT(3, 10, true),
    /// 60 to 120, with ratings.
    LONG(60, 120, true);

    private final int least;
    private final int most;
    private final boolean rated;

    Histories(int least, int most, boolean rated) {
      this.least = least;
      this.most = most;
      this.rated = rated;
    }

    private String dataset() {
      return this == USUAL ? "synthetic" : "synthetic-" + this;
    }

    /// The name in options: `short`.
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final long seed;
  private final Histories histories;
  private final int[][] members = new int[GROUPS + 1][];
  private final double[][] cumulative = new double[GROUPS + 1][];

  private SyntheticDataset(long seed, Histories histories) {
    this.seed = seed;
    this.histories = histories;
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
    return generate(seed, Histories.USUAL, USERS);
  }

  /// Makes the data set of a seed with histories of such lengths.
  public static Dataset generate(long seed, Histories histories) {
    return generate(seed, histories, USERS);
  }

  /// Makes the data set of a seed with so many users, of which the first are the same for each
  /// number.
  ///
  /// @param users at least 1
  public static Dataset generate(long seed, Histories histories, int users) {
    SyntheticDataset synthetic = new SyntheticDataset(CounterRandom.at(seed, 0), histories);
    int[] offsets = new int[users + 1];
    int[] columns = new int[Math.multiplyExact(users, histories.most)];
    float[] ratings = new float[columns.length];
    for (int user = 0; user < users; user++) {
      int[] row = synthetic.row(user);
      System.arraycopy(row, 0, columns, offsets[user], row.length);
      offsets[user + 1] = offsets[user] + row.length;
      for (int n = 0; n < row.length; n++) {
        ratings[offsets[user] + n] = synthetic.rating(user, row[n]);
      }
    }
    int all = offsets[users];
    InteractionMatrix pattern =
        InteractionMatrix.of(users, ITEMS, offsets, Arrays.copyOf(columns, all));
    HoldOutSplit split =
        HoldOutSplit.perUser(
            histories.rated
                ? RatingMatrix.of(pattern, Arrays.copyOf(ratings, all))
                : RatingMatrix.of(pattern),
            seed,
            HoldOutSplit.FIFTH);
    return Dataset.of(histories.dataset(), ids("user", users), ids("item", ITEMS), split, 0);
  }

  /// From 1 to 5: the item's own level, one more in the user's groups, and chance.
  private float rating(int user, int item) {
    long key = CounterRandom.at(CounterRandom.at(seed, 2), user);
    boolean inGroup =
        groupOf(item) == CounterRandom.below(key, 1, GROUPS)
            || groupOf(item) == CounterRandom.below(key, 2, GROUPS);
    double level = 2 + 2 * CounterRandom.uniform(CounterRandom.at(seed, 3), item);
    double chance = 2 * CounterRandom.uniform(CounterRandom.at(key, 4), item) - 1;
    return Math.clamp(Math.round(level + (inGroup ? 1 : 0) + chance), 1, 5);
  }

  private static List<String> ids(String kind, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> String.format(Locale.ROOT, "%s-%04d", kind, i))
        .toList();
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
        histories.least + CounterRandom.below(key, 0, histories.most - histories.least + 1);
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
