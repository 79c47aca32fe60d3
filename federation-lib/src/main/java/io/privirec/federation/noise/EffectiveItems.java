package io.privirec.federation.noise;

import java.util.Arrays;

/// How many popular items a noisy matrix is about, by noisy counts v.
///
/// The effective number of items is (Σ v)² / Σ v². Items without users add |noise| to the sums,
/// which is taken off: σ / √(2π) for Σ v and σ² / 2 for Σ v², since counts below 0 are 0. A part of
/// this number is taken. The part was measured, see docs/privacy-results.md: data sets of 500 to
/// 30,000 users have their best size near it at each ε.
///
/// @param part of the effective number, above 0
/// @param least at least 2
/// @param most at least `least`
public record EffectiveItems(double part, int least, int most) {
  /// Mean of max(0, x) for a standard normal x.
  private static final double MEAN_OF_CLIPPED = 1 / Math.sqrt(2 * Math.PI);

  private static final double SQUARE_OF_CLIPPED = .5;

  /// Returns the number, in [least, most].
  ///
  /// @param counts at least 0
  /// @param deviation σ of their noise
  public int number(long[] counts, double deviation) {
    double sum = -counts.length * deviation * MEAN_OF_CLIPPED;
    double squares = -counts.length * deviation * deviation * SQUARE_OF_CLIPPED;
    for (long count : counts) {
      sum += count;
      squares += (double) count * count;
    }
    double effective = sum > 0 && squares > 0 ? sum * sum / squares : 0;
    return (int) Math.clamp(part * effective, least, most);
  }

  /// Returns the counts of the largest of them, and 0 for the others.
  public long[] largest(long[] counts, double deviation) {
    long[] sorted = counts.clone();
    Arrays.sort(sorted);
    int number = Math.min(number(counts, deviation), counts.length);
    long bound = Math.max(1, sorted[counts.length - number]);
    long[] kept = new long[counts.length];
    Arrays.setAll(kept, item -> counts[item] >= bound ? counts[item] : 0);
    return kept;
  }
}
