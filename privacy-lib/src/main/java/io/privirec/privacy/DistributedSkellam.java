package io.privirec.privacy;

import io.privirec.privacy.sampling.IntegerSampler;
import io.privirec.privacy.sampling.RandomBytes;
import io.privirec.privacy.sampling.SkellamSampler;
import io.privirec.privacy.sampling.Variance;
import java.util.function.Predicate;

/// The distributed Skellam mechanism: each participant adds the difference of two Poisson
/// variables, and the noise of the sum is of the same kind. Agarwal, Kairouz, Liu 2021 (arXiv
/// 2110.04995), Theorem 3.5, for whole orders.
///
/// @param sensitivity of the integers that are summed
/// @param dimension elements of the sum
/// @param localVariance of one participant's noise; an even integer in [16, 2^32]
public record DistributedSkellam(
    IntegerSensitivity sensitivity, long dimension, Variance localVariance, NoiseShares shares)
    implements Distributed {

  private static final long LARGEST_LOCAL_VARIANCE = 1L << 32;

  /// @throws PrivacyRefusal if the local variance is below 16, or cannot be drawn
  public DistributedSkellam {
    if (dimension < 1) {
      throw new IllegalArgumentException(
          "dimension must be at least 1. Provided value: " + dimension);
    }
    if (!localVariance.isAtLeast(LEAST_LOCAL_VARIANCE)) {
      throw new PrivacyRefusal.NoiseTooSmall(localVariance, LEAST_LOCAL_VARIANCE);
    }
    if (!SkellamSampler.canDraw(localVariance)) {
      throw new PrivacyRefusal.NotSampled(
          "the local variance of Skellam noise must be an even integer in [16, 2^32]."
              + " Provided value: "
              + localVariance);
    }
  }

  /// The mechanism of least local variance that suffices.
  ///
  /// @param suffices monotone: what suffices with some noise suffices with more
  /// @throws PrivacyRefusal.TargetUnreachable if a local variance of 2^32 does not
  public static DistributedSkellam least(
      IntegerSensitivity sensitivity,
      long dimension,
      NoiseShares shares,
      Predicate<? super DistributedSkellam> suffices) {
    return Distributed.least(
        LEAST_LOCAL_VARIANCE / 2,
        LARGEST_LOCAL_VARIANCE / 2,
        half -> new DistributedSkellam(sensitivity, dimension, Variance.of(2 * half), shares),
        suffices);
  }

  @Override
  public double renyi(double order) {
    if (order != Math.rint(order) || order < 2) {
      throw new IllegalArgumentException(
          "order must be a whole number from 2 on. Provided value: " + order);
    }
    return renyi(order, (double) shares.honest() * localVariance.numerator(), sensitivity);
  }

  /// @param variance of the noise that counts
  static double renyi(double order, double variance, IntegerSensitivity sensitivity) {
    double squared = sensitivity.l2() * sensitivity.l2();
    double l1 = sensitivity.l1();
    double gaussian = order * squared / (2 * variance);
    double byBoth = ((2 * order - 1) * squared + 6 * l1) / (4 * variance * variance);
    double byL1 = 3 * l1 / (2 * variance);
    return gaussian + Math.min(byBoth, byL1);
  }

  @Override
  public IntegerSampler sampler(RandomBytes random) {
    return new SkellamSampler(localVariance, random);
  }

  /// Chernoff: P(|sum| ≥ t) ≤ 2 exp(-μ h(t/μ)), h(x) = x asinh(x) - x²/(1 + sqrt(1 + x²)), from the
  /// moment generating function exp(μ(cosh s - 1)) of variance μ. h(x) ≥ x²/(2 + x) brackets t.
  @Override
  public double noiseBound(double failureProbability) {
    PrivacyTarget.requireDelta(failureProbability);
    double logs = Math.log(2.0 * dimension) - Math.log(failureProbability);
    double mu = (double) shares.participants() * localVariance.numerator();
    double high = logs + Math.sqrt(logs * logs + 2 * logs * mu);
    return Bisection.smallest(0, high, t -> mu * exponent(t / mu) >= logs);
  }

  private static double exponent(double x) {
    double asinh = Math.log1p(x + x * x / (1 + Math.hypot(1, x)));
    return x * asinh - x * x / (1 + Math.hypot(1, x));
  }

  @Override
  public String inWords() {
    return "Skellam noise of variance %s from each of %s participants, sensitivity %s"
        .formatted(localVariance, shares.participants(), sensitivity.l2());
  }
}
