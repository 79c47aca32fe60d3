package io.privirec.federation.ddppm;

import java.util.Arrays;

/// How one component is iterated.
///
/// @param alpha factor of a step, between 1/μ₁ and 1/μ₂: what belongs to the first singular value
///   grows, and all else shrinks
/// @param gossip steps of gossip for each sum
/// @param startDeviation σ_q of the start
/// @param noise σ_p(1) … σ_p(T), deviations of what is added to each step's q; its length is the
///   number of steps
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PowerSettings(double alpha, int gossip, double startDeviation, double[] noise) {
  public PowerSettings {
    if (!(alpha > 0 && Double.isFinite(alpha))) {
      throw new IllegalArgumentException("alpha must be positive. Provided value: " + alpha);
    }
    if (gossip < 1 || noise.length < 1) {
      throw new IllegalArgumentException(
          "gossip and the number of steps must be at least 1. Provided values: %s, %s"
              .formatted(gossip, noise.length));
    }
    if (!(startDeviation > 0) || Arrays.stream(noise).anyMatch(each -> !(each >= 0))) {
      throw new IllegalArgumentException(
          "startDeviation must be positive, noise at least 0. Provided values: %s, %s"
              .formatted(startDeviation, Arrays.toString(noise)));
    }
    noise = noise.clone();
  }

  /// Without noise but for the start.
  public static PowerSettings noiseless(double alpha, int gossip, double start, int steps) {
    return new PowerSettings(alpha, gossip, start, new double[steps]);
  }

  @Override
  public double[] noise() {
    return noise.clone();
  }

  public int steps() {
    return noise.length;
  }

  /// Of the start, at 0, or of what a step adds.
  double deviation(int step) {
    return step == 0 ? startDeviation : noise[step - 1];
  }
}
