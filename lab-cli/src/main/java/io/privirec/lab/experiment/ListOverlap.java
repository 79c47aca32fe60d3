package io.privirec.lab.experiment;

import java.util.Arrays;
import java.util.stream.IntStream;

/// How far two recommenders agree.
final class ListOverlap {
  private ListOverlap() {}

  /// The part of each list that is in the other recommender's list for the same user, in whatever
  /// order, averaged over users; 1 where there are none.
  ///
  /// @param lists one for each user; a user whose list is empty does not count
  static double mean(int[][] lists, int[][] others) {
    return IntStream.range(0, lists.length)
        .filter(user -> lists[user].length > 0)
        .mapToDouble(user -> common(lists[user], others[user]) / lists[user].length)
        .average()
        .orElse(1);
  }

  private static double common(int[] list, int[] other) {
    int[] sorted = other.clone();
    Arrays.sort(sorted);
    return Arrays.stream(list).filter(item -> Arrays.binarySearch(sorted, item) >= 0).count();
  }
}
