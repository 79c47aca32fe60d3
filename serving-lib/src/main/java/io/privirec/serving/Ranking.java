package io.privirec.serving;

/** The head of a ranking, best first. */
final class Ranking {
  static final String PERSONALIZED = "personalized";
  static final String POPULAR = "popular";
  static final String MIXED = "mixed";

  private final int[] items;
  private final float[] scores;
  private final String strategy;
  private final int available;

  /**
   * @param strategy how it came about, as the answer says it
   * @param available how many items the whole ranking has
   */
  Ranking(int[] items, float[] scores, String strategy, int available) {
    this.items = items;
    this.scores = scores;
    this.strategy = strategy;
    this.available = available;
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
