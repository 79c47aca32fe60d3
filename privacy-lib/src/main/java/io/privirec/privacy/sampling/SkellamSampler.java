package io.privirec.privacy.sampling;

import java.util.Objects;

/// The symmetric Skellam distribution: the difference of two independent Poisson variables of mean
/// λ = variance / 2, exactly, for standard deviations up to 2^16. Sums of such values are Skellam
/// again.
public final class SkellamSampler implements IntegerSampler {
  /// Keeps the tables of a sampler below 9 MiB.
  private static final long LARGEST_VARIANCE = 1L << 32;

  private final PoissonSampler poisson;

  /// @param variance an even integer of at most 2^32
  /// @param random what the values are a function of
  public SkellamSampler(Variance variance, RandomBytes random) {
    if (!canDraw(variance)) {
      throw new IllegalArgumentException(
          "the variance of Skellam noise must be an even integer in [2, 2^32]. Provided value: "
              + variance);
    }
    this.poisson =
        new PoissonSampler(
            variance.numerator() / 2, PoissonSampler.HEAD_BITS, new RandomIntegers(random));
  }

  /// Whether there is a sampler for a variance.
  public static boolean canDraw(Variance variance) {
    return variance.isInteger()
        && variance.numerator() % 2 == 0
        && variance.numerator() <= LARGEST_VARIANCE;
  }

  @Override
  public void fill(long[] values, int from, int count) {
    Objects.checkFromIndexSize(from, count, values.length);
    for (int i = from; i < from + count; i++) {
      long plus = poisson.next();
      values[i] = plus - poisson.next();
    }
  }
}
