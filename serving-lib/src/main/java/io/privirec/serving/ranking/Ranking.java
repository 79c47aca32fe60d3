package io.privirec.serving.ranking;

/// The head of a ranking, best first.
final class Ranking {
  static final String PERSONALIZED = "personalized";
  static final String POPULAR = "popular";
  static final String MIXED = "mixed";

  static final Ranking EMPTY = new Ranking(new int[0], item -> 0, PERSONALIZED, 0);

  private final int[] items;
  private final float[] scores;
  private final String strategy;
  private final int available;

  /// Takes a ranking.
  ///
  /// @param score by item
  /// @param strategy how it came about, as the answer says it
  /// @param available how many items the whole ranking has
  Ranking(int[] items, Score score, String strategy, int available) {
    this.items = items;
    this.scores = new float[items.length];
    for (int n = 0; n < items.length; n++) {
      scores[n] = score.of(items[n]);
    }
    this.strategy = strategy;
    this.available = available;
  }

  private Ranking(Ranking same, String strategy) {
    this.items = same.items;
    this.scores = same.scores;
    this.strategy = strategy;
    this.available = same.available;
  }

  /// The score of an item.
  @FunctionalInterface
  interface Score {
    float of(int item);
  }

  /// The same, said to be filled up with popular items where some score is 0.
  Ranking mixedIfSilent() {
    for (float score : scores) {
      if (score == 0) {
        return new Ranking(this, MIXED);
      }
    }
    return this;
  }

  int length() {
    return items.length;
  }

  int item(int position) {
    return items[position];
  }

  float score(int position) {
    return scores[position];
  }

  String strategy() {
    return strategy;
  }

  int available() {
    return available;
  }
}
