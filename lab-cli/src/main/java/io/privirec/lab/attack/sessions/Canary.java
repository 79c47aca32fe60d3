package io.privirec.lab.attack.sessions;

import io.privirec.privacy.DistributedDiscreteGaussian;

/// The likelihood ratio of the presence of a user whose data the attacker knows, with all other
/// data known.
///
/// With x of the user and Gaussian noise the statistic is Σ ⟨rest, x⟩ / σ² over all sums, divided
/// by its standard deviation μ = √(Σ ‖x‖² / σ²). Its mean is 0 without the user, and μ with the
/// user. All users take part, so the mean over the users says more than a single user does.
final class Canary {
  private final double[] shifts;
  private final double[] statistics;
  private double allowed;
  private double meanError;
  private double squaredError;

  Canary(int users) {
    this.shifts = new double[users];
    this.statistics = new double[users];
  }

  /// Takes a sum in.
  ///
  /// @param claimed against the attacker
  /// @param noise that is left without the users
  /// @param users their integers
  void add(DistributedDiscreteGaussian claimed, double[] noise, SparseVector[] users) {
    double deviation = claimed.deviation(claimed.shares().honest());
    double variance = deviation * deviation;
    double[] together = new double[noise.length];
    int present = 0;
    for (int user = 0; user < users.length; user++) {
      SparseVector x = users[user];
      double squares = x.squaredNorm();
      shifts[user] += squares / variance;
      statistics[user] += (x.times(noise) + squares) / variance;
      if (squares > 0) {
        x.addTo(together, 1 / Math.sqrt(squares));
        present++;
      }
    }
    double along = 0;
    double norm = 0;
    for (int n = 0; n < noise.length; n++) {
      along += together[n] * noise[n] / deviation;
      norm += together[n] * together[n];
    }
    if (present > 0) {
      meanError += along / present;
      squaredError += norm / present / present;
    }
    allowed += 2 * claimed.rho();
  }

  /// The largest μ that the claim allows.
  double allowed() {
    return Math.sqrt(allowed);
  }

  /// μ of the user with the largest norm.
  double largestShift() {
    return Math.sqrt(shifts[largest()]);
  }

  private int largest() {
    int largest = 0;
    for (int user = 1; user < shifts.length; user++) {
      largest = shifts[user] > shifts[largest] ? user : largest;
    }
    return largest;
  }

  /// The statistic of the user with the largest norm.
  Estimate worst() {
    double shift = largestShift();
    return new Estimate(shift == 0 ? 0 : statistics[largest()] / shift, shift, 1);
  }

  /// The sum over all sums of the mean over the users, in standard deviations of each sum.
  Estimate mean() {
    return new Estimate(meanError, 0, Math.max(Math.sqrt(squaredError), Double.MIN_NORMAL));
  }
}
