package io.privirec.privacy;

import io.privirec.privacy.sampling.IntegerSampler;
import io.privirec.privacy.sampling.RandomBytes;
import io.privirec.privacy.sampling.Variance;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/// Integer noise of which each participant of a secure sum adds a share to its own vector, before
/// masks. The coordinator sees the sum with everybody's noise.
public sealed interface Distributed extends Mechanism
    permits DistributedDiscreteGaussian, DistributedSkellam {
  /// A local standard deviation of 4: τ of sums of discrete Gaussians is below 1e-67 there.
  long LEAST_LOCAL_VARIANCE = 16;

  /// The least noise that suffices.
  ///
  /// @param ofSteps the mechanism by its local variance in steps
  /// @param suffices monotone: what suffices with some noise suffices with more
  /// @throws PrivacyRefusal.TargetUnreachable if the most steps do not suffice
  static <M extends Distributed> M least(
      long fewest, long most, LongFunction<M> ofSteps, Predicate<? super M> suffices) {
    M strongest = ofSteps.apply(most);
    if (!suffices.test(strongest)) {
      throw new PrivacyRefusal.TargetUnreachable(strongest.localVariance());
    }
    return ofSteps.apply(
        Bisection.smallestWhole(fewest, most, steps -> suffices.test(ofSteps.apply(steps))));
  }

  NoiseShares shares();

  /// Of the noise that each participant adds to each element.
  Variance localVariance();

  /// One participant's noise: `dimension` values for one contribution.
  ///
  /// @param random secret; the same bytes give the same noise, and the same noise under two sums of
  ///   different participants gives away what the noise hides
  IntegerSampler sampler(RandomBytes random);

  /// A bound on every element of the noise in a sum of all participants.
  ///
  /// @param failureProbability with which the bound may not hold, in (0, 1)
  double noiseBound(double failureProbability);

  /// Bits of the ring in which sums neither wrap nor lose their sign, but for a failure
  /// probability.
  ///
  /// @param largestSum bound on every element of the sum without noise, in units of the integers
  default int ringBits(double largestSum, double failureProbability) {
    double largest = largestSum + noiseBound(failureProbability);
    return Math.getExponent(largest) + 2;
  }
}
