package io.privirec.federation.ddppm;

import io.privirec.federation.peers.Mixing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.random.RandomGenerator;

/// The decentralised power method with noise [DD, Algorithm 1], all peers in this process: an
/// analysis of what it finds, without secure sums.
///
/// Peers hold blocks of rows X_i. A step is z_i = X_iᵀ q_i; gossip, after which each peer has s_i,
/// nearly Σ z_j; and q_i ← α X_i s_i + noise. Nothing is normalised inside, so that all that is
/// sent stays normal. For the next component a peer takes the part along its own last s_i out of
/// its rows, which tells nobody anything new.
public final class DecentralisedPower {
  private final PeerRows rows;
  private final Mixing mixing;

  /// Over these rows.
  ///
  /// @param mixing of as many peers
  public DecentralisedPower(PeerRows rows, Mixing mixing) {
    if (rows.peers() != mixing.peers()) {
      throw new IllegalArgumentException(
          "rows are of %s peers, weights of %s".formatted(rows.peers(), mixing.peers()));
    }
    this.rows = rows;
    this.mixing = mixing;
  }

  /// What is found.
  ///
  /// @param left q at the end, of length 1; everybody's part one after the other
  /// @param rest without this component
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Component(double[] left, DecentralisedPower rest) {
    public Component {
      left = left.clone();
    }

    @Override
    public double[] left() {
      return left.clone();
    }
  }

  /// Finds the first component.
  ///
  /// @param afterStep gets q, not normalised, and the step's number from 1
  public Component first(
      PowerSettings settings, RandomGenerator random, ObjIntConsumer<double[]> afterStep) {
    int columns = rows.columns();
    double[] weights = mixing.after(settings.gossip());
    double[] q = new double[rows.rows()];
    for (int row = 0; row < q.length; row++) {
      q[row] = settings.deviation(0) * random.nextGaussian();
    }
    List<double[]> sums = List.of();
    for (int step = 1; step <= settings.steps(); step++) {
      sums = gossiped(weights, q);
      for (int peer = 0; peer < rows.peers(); peer++) {
        for (int row = rows.first(peer); row < rows.first(peer + 1); row++) {
          q[row] =
              settings.alpha() * rows.times(row, sums.get(peer))
                  + settings.deviation(step) * random.nextGaussian();
        }
      }
      afterStep.accept(q.clone(), step);
    }
    List<double[]> directions = new ArrayList<>();
    for (double[] sum : sums) {
      directions.add(unit(sum, columns));
    }
    return new Component(
        unit(q, q.length), new DecentralisedPower(rows.projected(directions), mixing));
  }

  /// m Σ_j w_ij z_j of each peer.
  private List<double[]> gossiped(double[] weights, double[] q) {
    int peers = rows.peers();
    List<double[]> own = new ArrayList<>();
    for (int peer = 0; peer < peers; peer++) {
      own.add(rows.sum(peer, q));
    }
    List<double[]> sums = new ArrayList<>();
    for (int i = 0; i < peers; i++) {
      double[] sum = new double[rows.columns()];
      for (int j = 0; j < peers; j++) {
        double[] other = own.get(j);
        for (int c = 0; c < sum.length; c++) {
          sum[c] += peers * weights[i * peers + j] * other[c];
        }
      }
      sums.add(sum);
    }
    return sums;
  }

  private static double[] unit(double[] vector, int length) {
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    double norm = Math.sqrt(squares);
    if (!(norm > 0 && Double.isFinite(norm))) {
      throw new ArithmeticException("the iteration has ended in 0 or overflowed: another alpha");
    }
    double[] unit = new double[length];
    for (int n = 0; n < length; n++) {
      unit[n] = vector[n] / norm;
    }
    return unit;
  }
}
