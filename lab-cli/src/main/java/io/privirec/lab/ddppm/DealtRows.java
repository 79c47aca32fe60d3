package io.privirec.lab.ddppm;

import io.privirec.federation.ddppm.PeerRows;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.TallMatrix;
import java.util.ArrayList;
import java.util.List;

/// Rows dealt out to peers, row r to peer r mod n, and what a singular value decomposition of all
/// of them in one place finds.
final class DealtRows {
  private final PeerRows rows;
  private final SymmetricEigen eigen;

  DealtRows(TallMatrix all, int peers) {
    int columns = all.columns();
    List<TallMatrix> blocks = new ArrayList<>();
    for (int peer = 0; peer < peers; peer++) {
      int count = (all.rows() - peer + peers - 1) / peers;
      double[] own = new double[count * columns];
      for (int n = 0; n < count; n++) {
        System.arraycopy(all.data(), (peer + n * peers) * columns, own, n * columns, columns);
      }
      blocks.add(TallMatrix.of(count, columns, own));
    }
    this.rows = PeerRows.of(blocks);
    this.eigen = SymmetricEigen.of(rows.gram(), columns);
  }

  PeerRows rows() {
    return rows;
  }

  /// μ_l, the square of the singular value.
  ///
  /// @param component from 1; of one more than there are columns, 0
  double mu(int component) {
    return component > rows.columns() ? 0 : Math.max(0, eigen.values()[component - 1]);
  }

  /// The left singular vector.
  double[] left(int component) {
    return rows.left(rightOf(component));
  }

  private double[] rightOf(int component) {
    int columns = rows.columns();
    double[] vectors = eigen.vectors();
    double[] right = new double[columns];
    for (int c = 0; c < columns; c++) {
      right[c] = vectors[c * columns + component - 1];
    }
    return right;
  }

  /// |sin| of the angle between two vectors, not cut off where it is small.
  static double sine(double[] one, double[] other) {
    double a = norm(one);
    double b = norm(other);
    double cosine = 0;
    for (int n = 0; n < one.length; n++) {
      cosine += one[n] / a * (other[n] / b);
    }
    double[] rest = new double[one.length];
    for (int n = 0; n < rest.length; n++) {
      rest[n] = one[n] / a - cosine * (other[n] / b);
    }
    return Math.min(1, norm(rest));
  }

  private static double norm(double[] vector) {
    double squares = 0;
    for (double value : vector) {
      squares += value * value;
    }
    return Math.sqrt(squares);
  }
}
