package io.privirec.federation.peers;

import io.privirec.filter.matrix.SymmetricEigen;
import java.util.Arrays;

/// Weights of a gossip step: peer i goes on with Σ_j w_ij x_j. Symmetric and doubly stochastic, so
/// that everybody's mean stays what it is, and with a second eigenvalue below 1, so that many steps
/// have everybody near it. Immutable.
public final class Mixing {
  private static final double ROUNDING = 1e-12;

  private final int peers;
  private final double[] weights;
  private final double second;

  private Mixing(double[] weights, int peers, double second) {
    this.weights = weights;
    this.peers = peers;
    this.second = second;
  }

  /// Any weights.
  ///
  /// @param weights row-major, shape [peers × peers]
  /// @throws IllegalArgumentException naming what the weights are not
  public static Mixing of(double[] weights, int peers) {
    if (peers < 2 || weights.length != peers * peers) {
      throw new IllegalArgumentException(
          "weights must have peers² elements, peers ≥ 2. Provided: %s for %s peers"
              .formatted(weights.length, peers));
    }
    for (int i = 0; i < peers; i++) {
      double sum = 0;
      for (int j = 0; j < peers; j++) {
        double weight = weights[i * peers + j];
        if (!(weight >= 0) || Math.abs(weight - weights[j * peers + i]) > ROUNDING) {
          throw new IllegalArgumentException(
              "weights must be symmetric and at least 0. Row %s, column %s: %s"
                  .formatted(i, j, weight));
        }
        sum += weight;
      }
      if (Math.abs(sum - 1) > ROUNDING) {
        throw new IllegalArgumentException(
            "the weights of a row must have the sum 1. Row %s: %s".formatted(i, sum));
      }
    }
    double[] values = SymmetricEigen.of(weights, peers).values();
    double second = Math.max(values[1], -values[peers - 1]);
    if (second > 1 - ROUNDING) {
      throw new IllegalArgumentException(
          "the peers are not connected, or gossip would swing for ever: the second eigenvalue has"
              + " the size 1");
    }
    return new Mixing(weights.clone(), peers, second);
  }

  /// Each peer with its two neighbours on a ring.
  public static Mixing ring(int peers) {
    boolean[] joined = new boolean[peers * peers];
    for (int i = 0; i < peers; i++) {
      int next = (i + 1) % peers;
      joined[i * peers + next] = true;
      joined[next * peers + i] = true;
    }
    return lazyMetropolis(joined, peers);
  }

  /// Everybody with everybody: one step is the mean.
  public static Mixing complete(int peers) {
    double[] weights = new double[peers * peers];
    Arrays.fill(weights, 1.0 / peers);
    return of(weights, peers);
  }

  /// On any connected graph: half of its weight a peer keeps at least, and gives a neighbour 1 / (2
  /// max(d_i, d_j)), d how many neighbours each has. No eigenvalue is below 0.
  ///
  /// @param joined row-major, symmetric; a peer is not its own neighbour
  public static Mixing lazyMetropolis(boolean[] joined, int peers) {
    int[] degrees = new int[peers];
    for (int i = 0; i < peers; i++) {
      for (int j = 0; j < peers; j++) {
        degrees[i] += i != j && joined[i * peers + j] ? 1 : 0;
      }
    }
    double[] weights = new double[peers * peers];
    for (int i = 0; i < peers; i++) {
      double given = 0;
      for (int j = 0; j < peers; j++) {
        if (i != j && joined[i * peers + j]) {
          weights[i * peers + j] = 1.0 / (2 * Math.max(degrees[i], degrees[j]));
          given += weights[i * peers + j];
        }
      }
      weights[i * peers + i] = 1 - given;
    }
    return of(weights, peers);
  }

  public int peers() {
    return peers;
  }

  /// w_ij.
  double weight(int i, int j) {
    return weights[i * peers + j];
  }

  /// Size of the second eigenvalue: what is left of a difference after each step.
  public double secondEigenvalue() {
    return second;
  }

  /// The weights of so many steps together, row-major.
  ///
  /// @param steps at least 1
  public double[] after(int steps) {
    if (steps < 1) {
      throw new IllegalArgumentException("steps must be at least 1. Provided value: " + steps);
    }
    double[] power = weights.clone();
    for (int step = 1; step < steps; step++) {
      double[] next = new double[power.length];
      for (int i = 0; i < peers; i++) {
        for (int j = 0; j < peers; j++) {
          for (int k = 0; k < peers; k++) {
            next[i * peers + j] += weights[i * peers + k] * power[k * peers + j];
          }
        }
      }
      power = next;
    }
    return power;
  }
}
