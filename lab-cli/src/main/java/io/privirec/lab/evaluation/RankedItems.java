package io.privirec.lab.evaluation;

import java.util.Arrays;

/// The list that is made for one user, best first.
///
/// @param items indices in the catalogue
/// @param scores of them; in a list of popular items, how many users have each
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RankedItems(int[] items, float[] scores) {
  @FunctionalInterface
  interface Score {
    float of(int item);
  }

  static RankedItems of(int[] items, Score score) {
    float[] scores = new float[items.length];
    for (int n = 0; n < items.length; n++) {
      scores[n] = score.of(items[n]);
    }
    return new RankedItems(items, scores);
  }

  /// Without the scores.
  static int[][] items(RankedItems[] lists) {
    return Arrays.stream(lists).map(RankedItems::items).toArray(int[][]::new);
  }
}
