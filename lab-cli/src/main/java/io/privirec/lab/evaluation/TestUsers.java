package io.privirec.lab.evaluation;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.ranking.RankingMetrics;
import io.privirec.serving.ranking.PlainRanking;
import java.util.BitSet;
import java.util.stream.IntStream;

/// The users of a data set with held-out items, in index order.
public final class TestUsers {
  private final Dataset dataset;
  private final int[] users;
  private final long[] degrees;
  private final Popularity popularity;

  public TestUsers(Dataset dataset) {
    this(dataset, dataset.train().itemDegrees());
  }

  /// @param itemDegrees V as it is released: lists are filled up by it
  public TestUsers(Dataset dataset, long[] itemDegrees) {
    this.dataset = dataset;
    this.users =
        IntStream.range(0, dataset.users())
            .filter(user -> dataset.test().rowLength(user) > 0)
            .toArray();
    this.degrees = itemDegrees.clone();
    this.popularity = Popularity.of(degrees);
  }

  public int count() {
    return users.length;
  }

  /// The train items of the n-th of them, ascending: seen, not to be recommended.
  int[] history(int n) {
    return dataset.train().row(users[n]);
  }

  /// The ratings of these; NaN where there is none.
  float[] ratings(int n) {
    return dataset.trainRatings().row(users[n]);
  }

  /// The test items of the n-th of them, ascending.
  int[] heldOut(int n) {
    return dataset.test().row(users[n]);
  }

  /// The ratings of these; NaN where there is none.
  float[] heldOutRatings(int n) {
    return dataset.testRatings().row(users[n]);
  }

  Dataset dataset() {
    return dataset;
  }

  /// The best items of a user by score, here as from the service.
  ///
  /// @param unscored items that come last
  RankedItems best(int n, float[] scores, BitSet unscored) {
    if (history(n).length == 0) {
      return popular(n);
    }
    PlainRanking ranking =
        new PlainRanking.FilledUp(scores, popularity).endingWith(unscored, popularity);
    return RankedItems.of(ranking.best(Quality.CUTOFF, unseen(n)), ranking::score);
  }

  /// What a user of whom nothing is known gets, here as from the service.
  RankedItems popular(int n) {
    int[] best = popularity.among(Quality.CUTOFF, unseen(n)::get);
    return RankedItems.of(best, item -> degrees[item]);
  }

  private BitSet unseen(int n) {
    BitSet unseen = new BitSet(dataset.items());
    unseen.set(0, dataset.items());
    for (int item : history(n)) {
      unseen.clear(item);
    }
    return unseen;
  }

  /// Measures the lists made for these users.
  ///
  /// @param ranked one list of item indices for each
  Quality measure(int[][] ranked) {
    return Quality.of(metrics(ranked));
  }

  /// Every metric of the lists made for these users.
  RankingMetrics metrics(int[][] ranked) {
    RankingMetrics metrics = RankingMetrics.of(dataset.items(), Quality.CUTOFF);
    for (int user = 0, n = 0; user < dataset.users(); user++) {
      int[] heldOut = dataset.test().row(user);
      metrics.add(heldOut.length == 0 ? heldOut : ranked[n++], heldOut);
    }
    return metrics;
  }
}
