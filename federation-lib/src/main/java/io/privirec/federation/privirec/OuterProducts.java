package io.privirec.federation.privirec;

import io.privirec.crypto.ring.RingVector;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;

/// A participant's part of R̃ᵀ(R̃ X), or of XᵀR̃ᵀR̃ X, in whole numbers: Σ_u of an outer product of
/// each user. With w_i = v_i^-½, a user with d items has R̃_u = s_u d^-½ w on these, where s_u ≤ 1
/// makes ‖R̃_u‖² at most c, and z_u = R̃_u X; the user's matrix is R̃_uᵀ z_u, or z_uᵀ z_u.
///
/// **What a user changes.** For orthonormal X, ‖R̃_uᵀ z_u‖ = ‖R̃_u‖ ‖z_u‖ ≤ c. Every user's matrix
/// is rounded by itself, towards 0, to multiples of c / 2^20, so that the sum changes by exactly
/// these integers. Their norm is looked at: a matrix above [#LARGEST_NORM], as only an X gives that
/// is not orthonormal, counts as zeros. So the bound rests on nobody's broadcast, and on no sum of
/// floats.
final class OuterProducts {
  static final int SCALE_BITS = 20;

  /// Of c.
  static final double SCALE = 0x1p20;

  /// An orthonormal X is so up to the resolution of floats.
  static final double LARGEST_NORM = SCALE * (1 + 0x1p-9);

  private final InteractionMatrix byUser;
  private final InteractionMatrix byItem;
  private final double[] itemScale;
  private final double[] userScale;
  private final double[] projected;
  private final int width;
  private final double toUnits;
  private final boolean projectedOnly;

  private OuterProducts(
      InteractionMatrix byUser,
      double[] itemScale,
      double c,
      DenseMatrix basis,
      boolean projectedOnly) {
    this.byUser = byUser;
    this.byItem = byUser.transpose();
    this.itemScale = itemScale;
    this.userScale = new double[byUser.users()];
    this.width = basis.columns();
    this.projected = new double[byUser.users() * width];
    this.toUnits = SCALE / c;
    this.projectedOnly = projectedOnly;
    for (int user = 0; user < byUser.users(); user++) {
      project(user, basis, c);
      if (!isWithinNorm(user)) {
        Arrays.fill(projected, user * width, (user + 1) * width, 0);
      }
    }
  }

  /// @param users among the M items
  /// @param counts v of these, at least 1 each
  /// @param basis X, shape [M × p]
  /// @param projectedOnly whether it is z_uᵀ z_u that is summed
  static OuterProducts of(
      InteractionMatrix users, long[] counts, double c, DenseMatrix basis, boolean projectedOnly) {
    double[] itemScale =
        Arrays.stream(counts).mapToDouble(count -> 1 / Math.sqrt((double) count)).toArray();
    return new OuterProducts(users, itemScale, c, basis, projectedOnly);
  }

  private void project(int user, DenseMatrix basis, double c) {
    double squares = 0;
    for (int n = byUser.rowStart(user); n < byUser.rowEnd(user); n++) {
      double weight = itemScale[byUser.column(n)];
      squares += weight * weight;
    }
    if (squares == 0) {
      return;
    }
    userScale[user] = Math.sqrt(Math.min(1.0 / byUser.rowLength(user), c / squares));
    for (int n = byUser.rowStart(user); n < byUser.rowEnd(user); n++) {
      int item = byUser.column(n);
      double weight = userScale[user] * itemScale[item];
      for (int column = 0; column < width; column++) {
        projected[user * width + column] += weight * basis.get(item, column);
      }
    }
  }

  private boolean isWithinNorm(int user) {
    double squares = 0;
    if (projectedOnly) {
      for (int row = 0; row < width; row++) {
        squares += squares(projected[user * width + row], user);
      }
    } else {
      for (int n = byUser.rowStart(user); n < byUser.rowEnd(user); n++) {
        squares += squares(userScale[user] * itemScale[byUser.column(n)], user);
      }
    }
    return squares <= LARGEST_NORM * LARGEST_NORM;
  }

  /// Of one row of the user's matrix.
  private double squares(double left, int user) {
    double squares = 0;
    for (int column = 0; column < width; column++) {
      double rounded = rounded(left, user, column);
      squares += rounded * rounded;
    }
    return squares;
  }

  private long rounded(double left, int user, int column) {
    return (long) (left * projected[user * width + column] * toUnits);
  }

  /// Consecutive elements of the sum, row by row.
  void fill(long offset, RingVector out) {
    long[] sums = new long[width];
    for (int at = 0; at < out.length(); ) {
      int row = (int) ((offset + at) / width);
      int from = (int) ((offset + at) % width);
      int count = Math.min(width - from, out.length() - at);
      Arrays.fill(sums, 0);
      addRow(row, from, from + count, sums);
      for (int column = from; column < from + count; column++) {
        out.setReduced(at++, sums[column]);
      }
    }
  }

  private void addRow(int row, int from, int to, long[] sums) {
    if (projectedOnly) {
      for (int user = 0; user < byUser.users(); user++) {
        add(projected[user * width + row], user, from, to, sums);
      }
    } else {
      for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
        int user = byItem.column(n);
        add(userScale[user] * itemScale[row], user, from, to, sums);
      }
    }
  }

  private void add(double left, int user, int from, int to, long[] sums) {
    for (int column = from; column < to; column++) {
      sums[column] += rounded(left, user, column);
    }
  }
}
