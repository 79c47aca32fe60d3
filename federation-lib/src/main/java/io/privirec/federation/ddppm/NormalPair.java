package io.privirec.federation.ddppm;

import io.privirec.filter.matrix.SymmetricEigen;
import java.util.Arrays;

/// Two normal distributions, and how far they are from each other: Rényi divergences by the closed
/// form of Gil, Alajaji and Linder (2013), of the first from the second. (The formulas (33) and
/// (34) of [DD] are not it.)
///
/// Both are taken to coordinates in which the sum of their covariances is the unit matrix, and each
/// covariance is diagonal. A direction in which neither varies says nothing where both have the
/// same mean, and is left out; where the means differ, or only one varies, one look tells them
/// apart.
public final class NormalPair {
  /// Of the largest variance of both together: below it there is none.
  private static final double NONE = 1e-13;

  /// Orders at which [#delta] looks: 1 + 10^x for 80 numbers x from −2.5 to 2.5.
  private static final int ORDERS = 80;

  private static final double FURTHEST = 2.5;

  /// Of the first, in each coordinate, of both together 1.
  private final double[] shares;

  /// Between the means.
  private final double[] shifts;

  private final boolean toldApart;

  private NormalPair(double[] shares, double[] shifts, boolean toldApart) {
    this.shares = shares;
    this.shifts = shifts;
    this.toldApart = toldApart;
  }

  /// Of two distributions of the same numbers.
  public static NormalPair of(Normal first, Normal second) {
    int n = first.dimension();
    if (second.dimension() != n) {
      throw new IllegalArgumentException(
          "dimensions differ: %s and %s".formatted(n, second.dimension()));
    }
    double[] both = new double[n * n];
    Arrays.setAll(both, i -> first.covariance()[i] + second.covariance()[i]);
    SymmetricEigen eigen = SymmetricEigen.of(both, n);
    double[] variances = eigen.values();
    double[] vectors = eigen.vectors();
    int kept = 0;
    while (kept < n && variances[kept] > NONE * variances[0]) {
      kept++;
    }
    double[] difference = new double[n];
    Arrays.setAll(difference, i -> first.mean()[i] - second.mean()[i]);
    double scale = Math.sqrt(Math.max(variances[0], Double.MIN_NORMAL));
    boolean apart = false;
    for (int k = kept; k < n; k++) {
      apart |= Math.abs(along(vectors, k, difference)) > Math.sqrt(NONE) * scale;
    }
    double[] whitened = new double[kept * kept];
    double[] half = new double[kept * n];
    for (int k = 0; k < kept; k++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
          sum += vectors[i * n + k] * first.covariance()[i * n + j];
        }
        half[k * n + j] = sum / Math.sqrt(variances[k]);
      }
    }
    for (int k = 0; k < kept; k++) {
      for (int l = 0; l < kept; l++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
          sum += half[k * n + j] * vectors[j * n + l];
        }
        whitened[k * kept + l] = sum / Math.sqrt(variances[l]);
      }
    }
    if (kept == 0) {
      return new NormalPair(new double[0], new double[0], apart);
    }
    SymmetricEigen inner = SymmetricEigen.of(whitened, kept);
    double[] turned = inner.vectors();
    double[] shifts = new double[kept];
    for (int l = 0; l < kept; l++) {
      for (int k = 0; k < kept; k++) {
        shifts[l] += turned[k * kept + l] * along(vectors, k, difference) / Math.sqrt(variances[k]);
      }
    }
    double[] shares = inner.values();
    for (double share : shares) {
      apart |= !(share > NONE && share < 1 - NONE);
    }
    return new NormalPair(shares, shifts, apart);
  }

  private static double along(double[] vectors, int column, double[] difference) {
    int n = difference.length;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += vectors[i * n + column] * difference[i];
    }
    return sum;
  }

  /// The other way round.
  public NormalPair swapped() {
    double[] others = new double[shares.length];
    Arrays.setAll(others, k -> 1 - shares[k]);
    double[] back = new double[shifts.length];
    Arrays.setAll(back, k -> -shifts[k]);
    return new NormalPair(others, back, toldApart);
  }

  /// Of the first from the second; infinite where there is none.
  ///
  /// @param order above 1
  public double divergence(double order) {
    if (!(order > 1)) {
      throw new IllegalArgumentException("order must be above 1. Provided value: " + order);
    }
    if (toldApart) {
      return Double.POSITIVE_INFINITY;
    }
    double distance = 0;
    double volumes = 0;
    for (int k = 0; k < shares.length; k++) {
      double one = shares[k];
      double other = 1 - shares[k];
      double mixed = order * other + (1 - order) * one;
      if (mixed <= 0) {
        return Double.POSITIVE_INFINITY;
      }
      distance += shifts[k] * shifts[k] / mixed;
      volumes += Math.log(mixed) - (1 - order) * Math.log(one) - order * Math.log(other);
    }
    return order / 2 * distance - volumes / (2 * (order - 1));
  }

  /// A δ for which neither distribution is more than e^ε times as likely as the other but with the
  /// chance δ [DD, Theorem 2]: the least over some orders, for the worse of both directions.
  public double delta(double epsilon) {
    return Math.max(oneWay(epsilon), swapped().oneWay(epsilon));
  }

  private double oneWay(double epsilon) {
    double least = 1;
    for (int n = 0; n < ORDERS; n++) {
      double order = 1 + Math.pow(10, FURTHEST * (2.0 * n / (ORDERS - 1) - 1));
      double divergence = divergence(order);
      if (divergence < Double.POSITIVE_INFINITY) {
        least = Math.min(least, Math.exp((order - 1) * (divergence - epsilon)));
      }
    }
    return least;
  }
}
