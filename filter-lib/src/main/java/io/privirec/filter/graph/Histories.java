package io.privirec.filter.graph;

/// Checks what filters are asked to score.
final class Histories {
  private Histories() {}

  /// Refuses histories that are not ascending and unique, or name items that do not exist.
  static void check(int[][] histories, int items) {
    for (int[] history : histories) {
      int previous = -1;
      for (int item : history) {
        if (item <= previous || item >= items) {
          throw new IllegalArgumentException(
              "history must be ascending in [0, %s). Provided: %s after %s"
                  .formatted(items, item, previous));
        }
        previous = item;
      }
    }
  }
}
