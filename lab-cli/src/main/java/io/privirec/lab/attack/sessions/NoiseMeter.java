package io.privirec.lab.attack.sessions;

import io.privirec.privacy.DistributedDiscreteGaussian;
import java.util.ArrayList;
import java.util.List;

/// The noise that is left of the sums of sessions when an attacker subtracts all that it knows, and
/// all users.
///
/// A sum of many numbers measures the variance of their noise well: a sum of 45,000 numbers to 0.7
/// %.
final class NoiseMeter {
  private final List<Sum> sums = new ArrayList<>();

  /// Noise of a single sum.
  ///
  /// @param variance measured over claimed
  /// @param mean in standard deviations of the claim
  /// @param rho of a user with the largest norm that the claim allows, beside the measured noise
  /// @param overlap the largest correlation with the noise of an earlier sum
  record Sum(
      int session,
      String name,
      int numbers,
      Estimate variance,
      Estimate mean,
      Estimate rho,
      Estimate overlap) {}

  private final List<float[]> earlier = new ArrayList<>();

  /// Measures a sum.
  ///
  /// @param claimed against the attacker
  /// @param noise in units of the integers
  void add(int session, String name, DistributedDiscreteGaussian claimed, double[] noise) {
    double deviation = claimed.deviation(claimed.shares().honest());
    double sum = 0;
    double squares = 0;
    float[] scaled = new float[noise.length];
    for (int n = 0; n < noise.length; n++) {
      double value = noise[n] / deviation;
      scaled[n] = (float) value;
      sum += value;
      squares += value * value;
    }
    int count = noise.length;
    double variance = squares / count;
    double largest = 0;
    for (float[] other : earlier) {
      if (other.length == count) {
        double correlation = correlation(scaled, other);
        largest = Math.abs(correlation) > Math.abs(largest) ? correlation : largest;
      }
    }
    earlier.add(scaled);
    double error = Math.sqrt(2.0 / count);
    sums.add(
        new Sum(
            session,
            name,
            count,
            new Estimate(variance, 1, error),
            new Estimate(sum / count, 0, 1 / Math.sqrt(count)),
            new Estimate(claimed.rho() / variance, claimed.rho(), claimed.rho() * error),
            new Estimate(largest, 0, 1 / Math.sqrt(count))));
  }

  private static double correlation(float[] one, float[] other) {
    double product = 0;
    double first = 0;
    double second = 0;
    for (int n = 0; n < one.length; n++) {
      product += (double) one[n] * other[n];
      first += (double) one[n] * one[n];
      second += (double) other[n] * other[n];
    }
    return first == 0 || second == 0 ? 0 : product / Math.sqrt(first * second);
  }

  List<Sum> sums() {
    return List.copyOf(sums);
  }
}
