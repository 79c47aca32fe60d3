package io.privirec.lab.attack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Reads histories one after the other: items that one user has give this user away; without this
/// user, others are the only ones to have some item.
final class Peeling {
  private Peeling() {}

  /// All histories that can be read.
  ///
  /// @param itemDegrees V, exact
  static List<int[]> histories(long[] itemDegrees, SumOfRows sum) {
    long[] degrees = itemDegrees.clone();
    boolean[] tried = new boolean[degrees.length];
    List<int[]> histories = new ArrayList<>();
    int before = -1;
    while (histories.size() > before) {
      before = histories.size();
      for (int item = 0; item < degrees.length; item++) {
        if (degrees[item] != 1 || tried[item]) {
          continue;
        }
        tried[item] = true;
        Optional<int[]> read = sum.historyOf(item, degrees);
        if (read.isPresent()) {
          histories.add(read.get());
          sum.remove(read.get());
          Arrays.stream(read.get()).forEach(other -> degrees[other]--);
        }
      }
    }
    return histories;
  }
}
