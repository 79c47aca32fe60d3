package io.privirec.lab.attack;

import java.util.Comparator;
import java.util.stream.IntStream;

/// The best guess of who alone has an item, from a noisy row: the most likely history a posteriori,
/// where every history of d items is as likely as every other, and every d.
final class LikelyHistory {
  private LikelyHistory() {}

  /// Entries of a row are 1 / d where the user has the other item and 0 elsewhere, and noise.
  ///
  /// @param row noisy entries; that of `item` itself is not looked at
  /// @param deviation of the noise
  /// @return ascending, with `item`
  static int[] of(double[] row, int item, double deviation) {
    int[] largest =
        IntStream.range(0, row.length)
            .filter(other -> other != item)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer other) -> -row[other]))
            .mapToInt(Integer::intValue)
            .toArray();
    double sum = 0;
    double logChoices = 0;
    double best = 0;
    int size = 0;
    for (int others = 1; others <= largest.length; others++) {
      sum += row[largest[others - 1]];
      logChoices += Math.log((double) (largest.length - others + 1) / others);
      double weight = 1.0 / (others + 1);
      double fit = weight * (2 * sum - others * weight) / (2 * deviation * deviation);
      if (fit - logChoices > best) {
        best = fit - logChoices;
        size = others;
      }
    }
    return IntStream.concat(IntStream.of(item), IntStream.of(largest).limit(size))
        .sorted()
        .toArray();
  }
}
