package io.privirec.lab.attack.sessions;

import io.privirec.privacy.DistributedDiscreteGaussian;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

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
  /// @param repeated the largest correlation of the noise with itself, some numbers later
  record Sum(
      int session,
      String name,
      int numbers,
      Estimate variance,
      Estimate mean,
      Estimate rho,
      Estimate overlap,
      Estimate repeated) {}

  /// Numbers of a sum that are judged by themselves, in all sessions together.
  ///
  /// @param what the numbers
  /// @param variance measured over claimed
  /// @param errors standard errors between measurement and claim; negative: the measurement is
  ///   smaller. Of many numbers the smallest, as seldom as a single measurement is as small
  record Part(String what, double variance, double errors) {}

  /// Rests of the sums of a name, by position.
  private static final class Positions {
    private final double[] largest;
    private final double[] squares;
    private double deviation;
    private int sessions;

    Positions(int numbers) {
      this.largest = new double[numbers];
      this.squares = new double[numbers];
    }
  }

  private static final int SHORTEST_LAG = 256;

  private final SortedMap<String, Positions> positions = new TreeMap<>();
  private double[] squaresOfItems = new double[0];
  private int[] numbersOfItems = new int[0];

  private final List<float[]> earlier = new ArrayList<>();

  /// Measures a sum.
  ///
  /// @param claimed against the attacker
  /// @param chunk numbers that have a stream of noise together
  /// @param noise in units of the integers
  void add(
      int session, String name, DistributedDiscreteGaussian claimed, int chunk, double[] noise) {
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
            new Estimate(largest, 0, 1 / Math.sqrt(count)),
            repeated(scaled, chunk)));
    addPositions(name, deviation, scaled);
  }

  private void addPositions(String name, double deviation, float[] scaled) {
    Positions all = positions.computeIfAbsent(name, _ -> new Positions(scaled.length));
    all.deviation = deviation;
    all.sessions++;
    for (int n = 0; n < scaled.length; n++) {
      all.largest[n] = Math.max(all.largest[n], Math.abs(scaled[n]));
      all.squares[n] += scaled[n] * scaled[n];
    }
  }

  /// Measures the noise of each item in the last sum.
  ///
  /// @param chosen items of the item Gram matrix
  void addPairs(int[] chosen, int items) {
    float[] scaled = earlier.getLast();
    squaresOfItems = Arrays.copyOf(squaresOfItems, items);
    numbersOfItems = Arrays.copyOf(numbersOfItems, items);
    int at = 0;
    for (int i = 0; i < chosen.length; i++) {
      for (int j = i + 1; j < chosen.length; j++, at++) {
        double square = scaled[at] * scaled[at];
        squaresOfItems[chosen[i]] += square;
        squaresOfItems[chosen[j]] += square;
        numbersOfItems[chosen[i]]++;
        numbersOfItems[chosen[j]]++;
      }
    }
  }

  /// Returns the numbers with the least noise.
  ///
  /// @param users position of the number of users in the counts
  List<Part> parts(String counts, int users) {
    List<Part> parts = new ArrayList<>();
    positions.forEach((name, all) -> parts.add(silent(name, all)));
    Positions first = positions.get(counts);
    if (first != null) {
      parts.add(
          new Part(
              "the number of users",
              first.squares[users] / first.sessions,
              Math.min(
                  Estimate.errorsOfVariance(first.squares[users] / first.sessions, first.sessions),
                  errors(first, users, 1))));
    }
    Part least = new Part("pairs of an item", 1, 0);
    for (int item = 0; item < numbersOfItems.length; item++) {
      int numbers = numbersOfItems[item];
      if (numbers > 0) {
        double variance = squaresOfItems[item] / numbers;
        double errors = Estimate.errorsOfVariance(variance, numbers);
        double corrected = ofMany(Estimate.normal(errors), numbersOfItems.length);
        if (corrected < least.errors()) {
          least = new Part("pairs of an item", variance, corrected);
        }
      }
    }
    parts.add(least);
    return parts;
  }

  private static Part silent(String name, Positions all) {
    int least = 0;
    for (int n = 1; n < all.largest.length; n++) {
      least = all.largest[n] < all.largest[least] ? n : least;
    }
    return new Part(
        "a number of " + name,
        all.squares[least] / all.sessions,
        errors(all, least, all.largest.length));
  }

  /// How seldom the rests of a number are as small in all sessions. A rest is an integer.
  private static double errors(Positions all, int position, int numbers) {
    double most = all.largest[position] + .5 / all.deviation;
    return ofMany(Math.pow(2 * Estimate.normal(most) - 1, all.sessions), numbers);
  }

  private static double ofMany(double probability, int numbers) {
    return Estimate.quantile(Math.clamp(probability * numbers, 1e-300, .5));
  }

  /// The correlation of the noise with itself after each power of two, and after a chunk, which has
  /// a stream of its own.
  private static Estimate repeated(float[] scaled, int chunk) {
    Estimate furthest = new Estimate(0, 0, 1);
    SortedSet<Integer> lags = new TreeSet<>();
    for (int lag = SHORTEST_LAG; lag < scaled.length; lag *= 2) {
      lags.add(lag);
    }
    for (int lag = chunk; lag < scaled.length; lag += chunk) {
      lags.add(lag);
    }
    for (int lag : lags) {
      int numbers = scaled.length - lag;
      if (numbers >= SHORTEST_LAG) {
        Estimate correlation =
            new Estimate(
                correlation(
                    Arrays.copyOf(scaled, numbers), Arrays.copyOfRange(scaled, lag, scaled.length)),
                0,
                1 / Math.sqrt(numbers));
        furthest =
            Math.abs(correlation.errors()) > Math.abs(furthest.errors()) ? correlation : furthest;
      }
    }
    return furthest;
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
