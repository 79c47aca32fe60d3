package io.privirec.privacy.sampling;

import java.util.Objects;

/// The discrete Gaussian: integers with P(k) ∝ exp(-k²/(2σ²)), exactly, for σ up to 2^26.
///
/// Canonne, Kamath, Steinke 2020 (arXiv 2004.00010), Algorithms 1–3: a discrete Laplace variable of
/// scale t = ⌊σ⌋ + 1 is accepted with probability exp(-(|y| - σ²/t)²/(2σ²)).
///
/// With σ² = n/d and A = |y·t·d - n| that exponent is (A/n)·(A/(2dt²)). Both factors are split into
/// whole part and rest, so that every coin has a probability of small terms and nothing leaves 63
/// bits.
public final class DiscreteGaussianSampler implements IntegerSampler {
  private final RandomIntegers random;
  private final long n;
  private final long scale;
  private final long scaleTimesD;
  private final long spread;

  /// @param random what the values are a function of
  public DiscreteGaussianSampler(Variance variance, RandomBytes random) {
    this.random = new RandomIntegers(random);
    this.n = variance.numerator();
    this.scale = IntegerRoot.floor(n / variance.denominator()) + 1;
    this.scaleTimesD = scale * variance.denominator();
    this.spread = 2 * scale * scaleTimesD;
  }

  @Override
  public void fill(long[] values, int from, int count) {
    Objects.checkFromIndexSize(from, count, values.length);
    for (int i = from; i < from + count; i++) {
      values[i] = next();
    }
  }

  private long next() {
    while (true) {
      long magnitude = laplaceMagnitude();
      boolean negative = random.bit();
      if (negative && magnitude == 0) {
        continue; // zero would come twice as often: once with each sign
      }
      if (isAccepted(magnitude)) {
        return negative ? -magnitude : magnitude;
      }
    }
  }

  /// P(y) ∝ exp(-y/scale), y ≥ 0.
  private long laplaceMagnitude() {
    long rest;
    do {
      rest = random.below(scale);
    } while (!random.exp(rest, scale));
    long whole = 0;
    while (random.exp()) {
      whole++;
    }
    return rest + scale * whole;
  }

  private boolean isAccepted(long magnitude) {
    // Throws, rather than wraps, beyond 2^11 standard deviations: probability exp(-2000).
    long a = Math.abs(Math.multiplyExact(magnitude, scaleTimesD) - n);
    long wholeOfN = a / n;
    long restOfN = a % n;
    long wholeOfSpread = a / spread;
    long restOfSpread = a % spread;
    for (long i = wholeOfN * wholeOfSpread; i > 0; i--) {
      if (!random.exp()) {
        return false;
      }
    }
    for (long i = wholeOfN; i > 0; i--) {
      if (!random.exp(restOfSpread, spread)) {
        return false;
      }
    }
    for (long i = wholeOfSpread; i > 0; i--) {
      if (!random.exp(restOfN, n)) {
        return false;
      }
    }
    return random.exp(restOfN, n, restOfSpread, spread);
  }
}
