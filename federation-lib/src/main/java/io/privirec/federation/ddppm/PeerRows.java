package io.privirec.federation.ddppm;

import io.privirec.filter.power.TallMatrix;
import java.util.Arrays;
import java.util.List;

/// Everybody's rows, dense: an analysis has all of them in one place, a session has not. Rows keep
/// the order of the peers, and each peer's own. Immutable.
public final class PeerRows {
  private final int columns;
  private final double[] values;
  private final int[] first;

  private PeerRows(double[] values, int columns, int[] first) {
    this.values = values;
    this.columns = columns;
    this.first = first;
  }

  /// Blocks side by side.
  ///
  /// @param peers the rows of each, all with the same number of columns
  public static PeerRows of(List<TallMatrix> peers) {
    int columns = peers.getFirst().columns();
    int[] first = new int[peers.size() + 1];
    for (int peer = 0; peer < peers.size(); peer++) {
      if (peers.get(peer).columns() != columns) {
        throw new IllegalArgumentException(
            "peer %s has %s columns, the first one %s"
                .formatted(peer, peers.get(peer).columns(), columns));
      }
      first[peer + 1] = first[peer] + peers.get(peer).rows();
    }
    double[] values = new double[first[peers.size()] * columns];
    for (int peer = 0; peer < peers.size(); peer++) {
      double[] own = peers.get(peer).data();
      System.arraycopy(own, 0, values, first[peer] * columns, own.length);
    }
    return new PeerRows(values, columns, first);
  }

  public int peers() {
    return first.length - 1;
  }

  public int rows() {
    return first[peers()];
  }

  public int columns() {
    return columns;
  }

  /// A peer's first row; of the number of peers, the number of rows.
  public int first(int peer) {
    return first[peer];
  }

  /// X_iᵀ q_i of one peer.
  ///
  /// @param q of all rows
  double[] sum(int peer, double[] q) {
    double[] sum = new double[columns];
    for (int row = first[peer]; row < first[peer + 1]; row++) {
      for (int c = 0; c < columns; c++) {
        sum[c] += values[row * columns + c] * q[row];
      }
    }
    return sum;
  }

  /// A row times s.
  double times(int row, double[] s) {
    double sum = 0;
    for (int c = 0; c < columns; c++) {
      sum += values[row * columns + c] * s[c];
    }
    return sum;
  }

  public double value(int row, int column) {
    return values[row * columns + column];
  }

  /// X v, of all rows.
  public double[] left(double[] right) {
    double[] left = new double[rows()];
    for (int row = 0; row < left.length; row++) {
      left[row] = times(row, right);
    }
    return left;
  }

  /// The same without one row: all of its numbers are 0, and whoever has it has as many rows as
  /// before.
  public PeerRows without(int row) {
    double[] others = values.clone();
    Arrays.fill(others, row * columns, (row + 1) * columns, 0);
    return new PeerRows(others, columns, first);
  }

  /// X_i (I − v_i v_iᵀ), v_i a peer's own.
  ///
  /// @param vectors of each peer, of length 1
  PeerRows projected(List<double[]> vectors) {
    double[] others = values.clone();
    for (int peer = 0; peer < peers(); peer++) {
      double[] v = vectors.get(peer);
      for (int row = first[peer]; row < first[peer + 1]; row++) {
        double along = times(row, v);
        for (int c = 0; c < columns; c++) {
          others[row * columns + c] -= along * v[c];
        }
      }
    }
    return new PeerRows(others, columns, first);
  }

  /// XᵀX, row-major.
  public double[] gram() {
    double[] gram = new double[columns * columns];
    for (int row = 0; row < rows(); row++) {
      for (int a = 0; a < columns; a++) {
        for (int b = 0; b < columns; b++) {
          gram[a * columns + b] += value(row, a) * value(row, b);
        }
      }
    }
    return gram;
  }

  @Override
  public String toString() {
    return "PeerRows[%s of %s peers]".formatted(rows(), peers());
  }
}
