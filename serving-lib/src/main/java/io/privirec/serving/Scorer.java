package io.privirec.serving;

import io.privirec.filter.graph.FilterRow;
import java.io.IOException;

/**
 * What scores: one implementation per kind of model. Which items may appear, in which order, and
 * what fills up is the same for all kinds, and the {@link Recommender}'s. Thread-safe.
 */
sealed interface Scorer extends AutoCloseable {
  /** The scorer of a release, by what its manifest says it is. */
  static Scorer open(VerifiedRelease release) throws IOException {
    return release.isPopularity()
        ? new OfPopularity(release.manifest().catalogue().items())
        : FilterScorer.open(release);
  }

  /** How it answers, as the API says it. */
  String kind();

  /** Items that it scores. */
  int items();

  @Override
  void close();

  /**
   * Scores depend on the history. A factor model belongs here, too: it folds the history into a
   * user's factor, and its scores are the product with the factors of the items.
   */
  sealed interface Personal extends Scorer permits FilterScorer {
    /**
     * Scores a history, always to the same bits.
     *
     * @param history item indices, ascending and unique
     * @param weights one for each of them
     * @param scores overwritten, shape [items]
     */
    void score(int[] history, float[] weights, float[] scores);

    /** What each history item adds to the score of an item; they sum to it. */
    float[] contributions(int[] history, float[] weights, int item);

    /** What one history item of weight 1 adds to the score of an item. */
    float contribution(int source, int item);

    /** What one item recommends: scores of a history that is it alone, where they are not zero. */
    FilterRow alike(int item);
  }

  /** Nothing but item degrees: everyone gets popular items. */
  record OfPopularity(int items) implements Scorer {
    @Override
    public String kind() {
      return "popularity";
    }

    @Override
    public void close() {}
  }
}
