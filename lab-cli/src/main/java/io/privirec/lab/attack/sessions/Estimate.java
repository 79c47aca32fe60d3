package io.privirec.lab.attack.sessions;

import org.apache.commons.statistics.distribution.NormalDistribution;

/// A measured number beside the number that a claim implies.
///
/// @param measured value
/// @param expected value, if the claim is true
/// @param standardError of the measured value, if the claim is true; positive
record Estimate(double measured, double expected, double standardError) {
  /// Standard errors between measurement and claim; negative: the measurement is smaller.
  double errors() {
    return (measured - expected) / standardError;
  }

  /// Standard errors between a measured variance and its expectation: the cube root of a mean of
  /// squares is nearly normal (Wilson and Hilferty 1931), also if the squares are few.
  ///
  /// @param ratio measured over expected variance
  /// @param squares number of independent squares
  static double errorsOfVariance(double ratio, double squares) {
    double spread = 2 / (9 * squares);
    return (Math.cbrt(ratio) - 1 + spread) / Math.sqrt(spread);
  }

  /// Standard errors that the largest of several estimates exceeds as seldom as a single estimate
  /// exceeds some number of them.
  ///
  /// @param single number of standard errors of a single estimate
  static double limit(double single, int estimates) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    return normal.inverseSurvivalProbability(
        normal.survivalProbability(single) / Math.max(1, estimates));
  }

  /// The probability that a normal number is below z.
  static double normal(double z) {
    return NormalDistribution.of(0, 1).cumulativeProbability(z);
  }

  /// The inverse of [#normal].
  static double quantile(double probability) {
    return NormalDistribution.of(0, 1).inverseCumulativeProbability(probability);
  }
}
