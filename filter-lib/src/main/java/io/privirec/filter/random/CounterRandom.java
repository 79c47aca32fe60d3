package io.privirec.filter.random;

/// SplitMix64 (Steele, Lea and Flood 2014) by position: the n-th output without the ones before.
///
/// `at(seed, n) = mix(seed + (n + 1) · 0x9E3779B97F4A7C15)` with the finaliser `z ^= z >>> 30; z *=
/// 0xBF58476D1CE4E5B9; z ^= z >>> 27; z *= 0x94D049BB133111EB; z ^= z >>> 31`. The same on every
/// machine. **Not** cryptographic.
public final class CounterRandom {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private CounterRandom() {}

  /// The output at a position.
  public static long at(long seed, long position) {
    long z = seed + (position + 1) * GAMMA;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /// A double in [0, 1): the upper 53 bits times 2⁻⁵³.
  public static double uniform(long seed, long position) {
    return (at(seed, position) >>> 11) * 0x1p-53;
  }

  /// An integer in [0, bound): the upper half of the product of the upper 32 bits with the bound
  /// (bias below bound · 2⁻³²).
  public static int below(long seed, long position, int bound) {
    return (int) (((at(seed, position) >>> 32) * bound) >>> 32);
  }
}
