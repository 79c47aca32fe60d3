package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.Arrays;

/// Scores by a filter among popular items. Items outside score 0, and add nothing to a score.
/// Immutable.
final class PopularScores {
  private static final int ROWS_PER_TASK = 16;

  /// Adds a row of the filter to scores.
  @FunctionalInterface
  interface Row {
    /// Adds the row of an item in the history.
    ///
    /// @param i place of the item among the popular items
    /// @param at where the scores of all items begin
    void add(int i, float[] scores, int at);
  }

  /// Places of all items among the popular items; −1 outside.
  private final int[] place;

  /// @param items length of the catalogue
  /// @param popular unique
  PopularScores(int items, int[] popular) {
    this.place = new int[items];
    Arrays.fill(place, -1);
    for (int i = 0; i < popular.length; i++) {
      place[popular[i]] = i;
    }
  }

  int items() {
    return place.length;
  }

  /// See [ItemFilter#scoreBatch].
  DenseMatrix of(int[][] histories, Row filter) {
    Histories.check(histories, items());
    DenseMatrix scores = DenseMatrix.zeros(histories.length, items());
    RowBlocks.forEach(
        histories.length,
        ROWS_PER_TASK,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            for (int item : histories[row]) {
              if (place[item] >= 0) {
                filter.add(place[item], scores.data(), row * items());
              }
            }
          }
        });
    return scores;
  }
}
