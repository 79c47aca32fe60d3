package io.privirec.federation.ddppm;

import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.prg.KeyStreamRandom;
import io.privirec.federation.SessionSecret;
import io.privirec.federation.peers.PeerFailureException;
import io.privirec.federation.peers.PeerFailureException.Code;
import io.privirec.federation.peers.PeerSums;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.RitzPairs;
import io.privirec.filter.power.TallMatrix;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.stream.IntStream;

/// One participant's side of [DD, Algorithm 1], over sparse rows X_i: one vector after the other, T
/// sums for each.
///
/// Each sum is of X_iᵀ q_i, less what belongs to the vectors that are found; then q_i ← X_i s, and
/// noise. [DD] multiplies with a factor α that it takes from the singular values, which nobody here
/// knows. What follows from the total, which everybody has, tells nothing new: s is scaled by a
/// power of two so that its norm is in [1, 2).
final class PeerPower {
  /// More than the norm of everybody's start together, which is about 1.
  private static final double MOST_AT_START = 8;

  /// Of the noise of all users together, in deviations beyond what is usual.
  private static final double MOST_DEVIATIONS = 16;

  /// Below it a sum is rounding.
  private static final double NOTHING = 0x1p-40;

  private final int steps;
  private final double sigma;
  private final NodeRows rows;
  private final long users;
  private final SessionSecret secret;

  private final double[][] vectors;
  private final double[] values;

  /// @param rank vectors that are found
  /// @param steps T, sums for each vector
  /// @param sigma deviation of the noise in each user's number, times √users
  /// @param users of everybody
  PeerPower(int rank, int steps, double sigma, NodeRows rows, long users, SessionSecret secret) {
    this.steps = steps;
    this.sigma = sigma;
    this.rows = rows;
    this.users = users;
    this.secret = secret;
    this.vectors = new double[rank][];
    this.values = new double[rank];
  }

  /// Finds all vectors, and what P̃ stretches them by, largest first.
  RitzPairs find(PeerSums sums) throws PeerFailureException, IOException, InterruptedException {
    for (int component = 0; component < vectors.length; component++) {
      find(component, sums);
    }
    int[] order =
        IntStream.range(0, values.length)
            .boxed()
            .sorted(Comparator.comparingDouble(component -> -values[component]))
            .mapToInt(Integer::intValue)
            .toArray();
    TallMatrix found = TallMatrix.zeros(rows.width(), values.length);
    double[] sorted = new double[values.length];
    for (int column = 0; column < order.length; column++) {
      sorted[column] = values[order[column]];
      for (int row = 0; row < rows.width(); row++) {
        found.data()[row * order.length + column] = vectors[order[column]][row];
      }
    }
    return new RitzPairs(found, sorted);
  }

  private void find(int component, PeerSums sums)
      throws PeerFailureException, IOException, InterruptedException {
    KeyStreamRandom random =
        new KeyStreamRandom(secret.stream("ddppm/start-and-noise", component, Digest.of()));
    double unit = 1 / Math.sqrt((double) Math.max(1, users));
    double[] left = new double[rows.count()];
    Arrays.setAll(left, _ -> unit * random.nextGaussian());
    double bound = MOST_AT_START;
    double[] before = new double[0];
    for (int step = 1; step <= steps; step++) {
      double[] own = without(component, rows.transposedTimes(left));
      double[] sum = sums.sum(component * steps + step, own, bound);
      double squares = dot(sum, sum);
      if (!(squares > NOTHING * NOTHING * bound * bound)) {
        throw new PeerFailureException(
            Code.RANK_TOO_LARGE,
            Collections.emptySortedSet(),
            "there is no singular vector %s: nothing is left after %s sums"
                .formatted(component + 1, step));
      }
      if (step == steps) {
        values[component] = dot(before, sum) / dot(before, before);
        vectors[component] = unit(without(component, unit(sum, squares)));
        return;
      }
      double scale = Math.scalb(1.0, -Math.getExponent(Math.sqrt(squares)));
      before = Arrays.stream(sum).map(each -> scale * each).toArray();
      left = rows.times(without(component, before));
      double noise = sigma * unit;
      if (noise > 0) {
        for (int row = 0; row < left.length; row++) {
          left[row] += noise * random.nextGaussian();
        }
      }
      // No singular value is above 1. The norm before scaling is at most 2 after it.
      bound = 2 + sigma * (1 + MOST_DEVIATIONS * unit);
    }
  }

  /// Without what is along the vectors that are found.
  private double[] without(int component, double[] vector) {
    double[] rest = vector.clone();
    for (int c = 0; c < component; c++) {
      double[] found = vectors[c];
      double along = dot(found, rest);
      for (int n = 0; n < rest.length; n++) {
        rest[n] -= along * found[n];
      }
    }
    return rest;
  }

  private static double[] unit(double[] vector) {
    return unit(vector, dot(vector, vector));
  }

  private static double[] unit(double[] vector, double squares) {
    double norm = Math.sqrt(squares);
    return Arrays.stream(vector).map(each -> each / norm).toArray();
  }

  /// In ascending order: to the same bits on every machine.
  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int n = 0; n < one.length; n++) {
      sum += one[n] * other[n];
    }
    return sum;
  }
}
