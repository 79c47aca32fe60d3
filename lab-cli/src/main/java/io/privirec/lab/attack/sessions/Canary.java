package io.privirec.lab.attack.sessions;

import io.privirec.privacy.DistributedDiscreteGaussian;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The likelihood ratio of the presence of a user whose data the attacker knows, with all other
/// data known.
///
/// With x of the user and Gaussian noise the statistic is Σ ⟨rest, x⟩ / σ² over all sums, divided
/// by its standard deviation μ = √(Σ ‖x‖² / σ²). Its mean is 0 without the user, and μ with the
/// user. All users take part, so the mean over the users says more than a single user does.
///
/// Too little noise moves the statistic towards its mean. The variance over the users shows it.
final class Canary {
  private static final int MOST_USERS = 400;

  private final double[] shifts;
  private final double[] statistics;
  private double allowed;
  private double meanError;
  private double squaredError;
  private final List<Spread> spreads = new ArrayList<>();

  /// The variance of the users' statistics in all sums of a name.
  ///
  /// @param ratio measured over claimed
  /// @param squares as many independent statistics measure the variance as well
  record Spread(String sum, double ratio, double squares) {
    /// Standard errors between measurement and claim; negative: the measurement is smaller.
    double errors() {
      return Estimate.errorsOfVariance(ratio, squares);
    }
  }

  Canary(int users) {
    this.shifts = new double[users];
    this.statistics = new double[users];
  }

  /// Takes a sum in.
  ///
  /// @param sum its name
  /// @param claimed against the attacker
  /// @param noise that is left without the users
  /// @param users their integers
  void add(String sum, DistributedDiscreteGaussian claimed, double[] noise, SparseVector[] users) {
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
    spreads.add(spread(sum, deviation, noise, users));
  }

  /// The statistics of two users correlate as their integers do.
  private static Spread spread(String sum, double deviation, double[] noise, SparseVector[] users) {
    SparseVector[] some =
        IntStream.range(0, users.length)
            .filter(user -> users.length <= MOST_USERS || user % (users.length / MOST_USERS) == 0)
            .mapToObj(user -> users[user])
            .filter(user -> user.squaredNorm() > 0)
            .toArray(SparseVector[]::new);
    double squares = 0;
    for (SparseVector user : some) {
      double statistic = user.times(noise) / deviation / Math.sqrt(user.squaredNorm());
      squares += statistic * statistic;
    }
    double correlations =
        IntStream.range(0, some.length)
            .parallel()
            .mapToDouble(user -> {
              double[] direction = new double[noise.length];
              some[user].addTo(direction, 1 / Math.sqrt(some[user].squaredNorm()));
              double row = 0;
              for (SparseVector other : some) {
                double correlation = other.times(direction) / Math.sqrt(other.squaredNorm());
                row += correlation * correlation;
              }
              return row;
            })
            .sum();
    double count = some.length;
    return count == 0
        ? new Spread(sum, 1, 1)
        : new Spread(sum, squares / count, count * count / correlations);
  }

  /// The variance of the users' statistics, together for all sums of a name.
  List<Spread> spreads() {
    return spreads.stream()
        .collect(Collectors.groupingBy(Spread::sum, TreeMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(all ->
            new Spread(
                all.getFirst().sum(),
                all.stream().mapToDouble(Spread::ratio).average().orElseThrow(),
                all.stream().mapToDouble(Spread::squares).sum()))
        .toList();
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
