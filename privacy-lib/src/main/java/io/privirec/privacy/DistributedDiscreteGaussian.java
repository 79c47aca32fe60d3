package io.privirec.privacy;

import io.privirec.privacy.sampling.DiscreteGaussianSampler;
import io.privirec.privacy.sampling.IntegerSampler;
import io.privirec.privacy.sampling.RandomBytes;
import io.privirec.privacy.sampling.Variance;
import java.util.function.Predicate;

/// The distributed discrete Gaussian: each participant adds discrete Gaussian noise. Kairouz, Liu,
/// Steinke 2021 (arXiv 2102.06387), Proposition 14.
///
/// @param sensitivity of the integers that are summed
/// @param dimension elements of the sum
/// @param localVariance of one participant's noise; at least 16
public record DistributedDiscreteGaussian(
    IntegerSensitivity sensitivity, long dimension, Variance localVariance, NoiseShares shares)
    implements Concentrated, Distributed {

  private static final long LARGEST_LOCAL_VARIANCE = 1L << 52;

  /// @throws PrivacyRefusal.NoiseTooSmall if the local variance is below 16
  public DistributedDiscreteGaussian {
    if (dimension < 1) {
      throw new IllegalArgumentException(
          "dimension must be at least 1. Provided value: " + dimension);
    }
    if (!localVariance.isAtLeast(LEAST_LOCAL_VARIANCE)) {
      throw new PrivacyRefusal.NoiseTooSmall(localVariance, LEAST_LOCAL_VARIANCE);
    }
  }

  /// The mechanism of least integer local variance that suffices.
  ///
  /// @param suffices monotone: what suffices with some noise suffices with more
  /// @throws PrivacyRefusal.TargetUnreachable if a local variance of 2^52 does not
  public static DistributedDiscreteGaussian least(
      IntegerSensitivity sensitivity,
      long dimension,
      NoiseShares shares,
      Predicate<? super DistributedDiscreteGaussian> suffices) {
    return Distributed.least(
        LEAST_LOCAL_VARIANCE,
        LARGEST_LOCAL_VARIANCE,
        steps ->
            new DistributedDiscreteGaussian(sensitivity, dimension, Variance.of(steps), shares),
        suffices);
  }

  /// Standard deviation of the noise in a sum of so many participants.
  public double deviation(int participants) {
    return Math.sqrt(participants * variance());
  }

  private double variance() {
    return (double) localVariance.numerator() / localVariance.denominator();
  }

  @Override
  public double rho() {
    return divergence().rho();
  }

  @Override
  public double renyi(double order) {
    return divergence().renyi(order);
  }

  private SumDivergence divergence() {
    return SumDivergence.of(shares.honest(), variance(), sensitivity, dimension);
  }

  @Override
  public IntegerSampler sampler(RandomBytes random) {
    return new DiscreteGaussianSampler(localVariance, random);
  }

  /// Discrete Gaussians, and so their sums, are sub-Gaussian with their variance parameter
  /// (Canonne, Kamath, Steinke 2020): P(|sum| ≥ t) ≤ 2 exp(-t²/(2nσ²)) for each element.
  @Override
  public double noiseBound(double failureProbability) {
    PrivacyTarget.requireDelta(failureProbability);
    double logs = Math.log(2.0 * dimension) - Math.log(failureProbability);
    return Math.sqrt(2 * shares.participants() * variance() * logs);
  }

  @Override
  public String inWords() {
    return "discrete Gaussian noise of variance %s from each of %s participants, sensitivity %s"
        .formatted(localVariance, shares.participants(), sensitivity.l2());
  }
}
