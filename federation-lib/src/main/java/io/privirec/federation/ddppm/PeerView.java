package io.privirec.federation.ddppm;

import io.privirec.federation.peers.Mixing;
import java.util.ArrayList;
import java.util.List;

/// What one peer, which keeps to the protocol, is told in the iteration of one component.
public enum PeerView {
  /// The gossiped sums s^(1) … s^(T): the paper's view, and that of secure consensus whose totals
  /// alone open.
  SUMS,
  /// And the others' q^(T), where these are shared.
  SUMS_AND_SHARES,
  /// The others' z^(t) in clear, and q^(T): gossip without masks, to a peer that everybody's
  /// numbers reach.
  PLAIN_GOSSIP;

  /// What is seen, as a distribution over what the others draw: starts, and noise of each step.
  ///
  /// @param who sees it
  /// @param own what the peer itself drew, for its rows: its start, then its noise of each step
  public Normal of(PeerRows rows, Mixing mixing, PowerSettings settings, int who, double[][] own) {
    Seen seen = new Seen(rows, mixing.after(settings.gossip()), settings);
    List<double[]> lines =
        switch (this) {
          case SUMS -> seen.sums(who);
          case SUMS_AND_SHARES -> joined(seen.sums(who), seen.shares(who));
          case PLAIN_GOSSIP -> joined(seen.parts(who), seen.shares(who));
        };
    return seen.distribution(lines, who, own);
  }

  private static List<double[]> joined(List<double[]> some, List<double[]> others) {
    List<double[]> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  /// Linear in all that is drawn: each number that is seen is a line of factors, of the starts of
  /// all rows, then of their noise of each step.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Seen(PeerRows rows, double[] weights, PowerSettings settings) {
    List<double[]> sums(int who) {
      List<double[]> start = new ArrayList<>();
      for (int c = 0; c < rows.columns(); c++) {
        double[] line = new double[rows.rows()];
        for (int peer = 0; peer < rows.peers(); peer++) {
          for (int row = rows.first(peer); row < rows.first(peer + 1); row++) {
            line[row] = weight(who, peer) * rows.value(row, c);
          }
        }
        start.add(line);
      }
      return overSteps(start);
    }

    List<double[]> parts(int who) {
      List<double[]> all = new ArrayList<>();
      for (int peer = 0; peer < rows.peers(); peer++) {
        if (peer != who) {
          List<double[]> start = new ArrayList<>();
          for (int c = 0; c < rows.columns(); c++) {
            double[] line = new double[rows.rows()];
            for (int row = rows.first(peer); row < rows.first(peer + 1); row++) {
              line[row] = rows.value(row, c);
            }
            start.add(line);
          }
          all.addAll(overSteps(start));
        }
      }
      return all;
    }

    List<double[]> shares(int who) {
      List<double[]> all = new ArrayList<>();
      for (int row = 0; row < rows.rows(); row++) {
        if (row < rows.first(who) || row >= rows.first(who + 1)) {
          double[] line = new double[rows.rows()];
          line[row] = 1;
          all.add(ofQ(powers(line), settings.steps()));
        }
      }
      return all;
    }

    /// What is made of q^(t − 1), for t = 1 … T.
    private List<double[]> overSteps(List<double[]> made) {
      List<List<double[]>> powers = made.stream().map(this::powers).toList();
      List<double[]> all = new ArrayList<>();
      for (int step = 1; step <= settings.steps(); step++) {
        for (List<double[]> power : powers) {
          all.add(ofQ(power, step - 1));
        }
      }
      return all;
    }

    /// A line times M^0 … M^T, M the step from one q to the next.
    private List<double[]> powers(double[] line) {
      List<double[]> powers = new ArrayList<>(List.of(line));
      while (powers.size() <= settings.steps()) {
        powers.add(stepBack(powers.getLast()));
      }
      return powers;
    }

    /// q^(t) = Σ_k M^(t − k) p^(k).
    private double[] ofQ(List<double[]> powers, int step) {
      int n = rows.rows();
      double[] line = new double[n * (settings.steps() + 1)];
      for (int k = 0; k <= step; k++) {
        System.arraycopy(powers.get(step - k), 0, line, k * n, n);
      }
      return line;
    }

    private double[] stepBack(double[] line) {
      List<double[]> sums = new ArrayList<>();
      for (int peer = 0; peer < rows.peers(); peer++) {
        sums.add(rows.sum(peer, line));
      }
      double[] before = new double[line.length];
      for (int i = 0; i < rows.peers(); i++) {
        double[] mixed = new double[rows.columns()];
        for (int j = 0; j < rows.peers(); j++) {
          double[] other = sums.get(j);
          for (int c = 0; c < mixed.length; c++) {
            mixed[c] += weight(j, i) * other[c];
          }
        }
        for (int row = rows.first(i); row < rows.first(i + 1); row++) {
          before[row] = settings.alpha() * rows.times(row, mixed);
        }
      }
      return before;
    }

    private double weight(int to, int from) {
      return rows.peers() * weights[to * rows.peers() + from];
    }

    Normal distribution(List<double[]> lines, int who, double[][] own) {
      int n = rows.rows();
      int from = rows.first(who);
      int to = rows.first(who + 1);
      int size = lines.size();
      double[] mean = new double[size];
      double[][] factors = new double[size][n * (settings.steps() + 1)];
      for (int i = 0; i < size; i++) {
        for (int k = 0; k <= settings.steps(); k++) {
          double deviation = settings.deviation(k);
          for (int row = 0; row < n; row++) {
            double factor = lines.get(i)[k * n + row];
            if (row >= from && row < to) {
              mean[i] += factor * own[k][row - from];
            } else {
              factors[i][k * n + row] = factor * deviation;
            }
          }
        }
      }
      double[] covariance = new double[size * size];
      for (int i = 0; i < size; i++) {
        for (int j = 0; j <= i; j++) {
          double sum = 0;
          double[] a = factors[i];
          double[] b = factors[j];
          for (int x = 0; x < a.length; x++) {
            sum += a[x] * b[x];
          }
          covariance[i * size + j] = sum;
          covariance[j * size + i] = sum;
        }
      }
      return new Normal(mean, covariance);
    }
  }
}
