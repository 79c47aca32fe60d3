package io.privirec.federation.factors;

import io.privirec.crypto.ring.RingVector;
import io.privirec.federation.Contribution;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.NodeRows;
import java.util.Arrays;

/// A participant's part of RᵀR X, or of XᵀRᵀR X, in whole numbers: Σ_u of an outer product of each
/// user. A user's row R_u is scaled down to ‖R_u‖² ≤ c where it is longer, and z_u = R_u X; the
/// user's matrix is R_uᵀ z_u, or z_uᵀ z_u.
///
/// **What a user changes.** For orthonormal X, ‖R_uᵀ z_u‖ = ‖R_u‖ ‖z_u‖ ≤ c. Every user's matrix is
/// rounded by itself, towards 0, to multiples of c / 2^20, so that the sum changes by exactly these
/// integers. Their norm is looked at: a matrix above [#LARGEST_NORM], as only an X gives that is
/// not orthonormal, counts as zeros. So the bound rests on no broadcast, and on no sum of floats.
/// No user's row makes a participant refuse: a refusal would tell the coordinator about that user,
/// without noise.
public final class OuterProducts implements Contribution {
  public static final int SCALE_BITS = 20;

  /// Of c.
  public static final double SCALE = 0x1p20;

  private static final double[] NOTHING = {};

  /// A participant's users that its working set is reckoned with.
  private static final int USERS = 1 << 14;

  /// An orthonormal X is so up to the resolution of floats.
  public static final double LARGEST_NORM = SCALE * (1 + 0x1p-9);

  private final NodeRows rows;
  private final InteractionMatrix byUser;
  private final InteractionMatrix byItem;
  private final double[] valuesByItem;
  private final double[] userScale;

  /// z_u, an array for each user. A single array may be too small for all users.
  private final double[][] projected;

  private final int width;
  private final double toUnits;
  private final boolean projectedOnly;

  private OuterProducts(NodeRows rows, double c, DenseMatrix basis, boolean projectedOnly) {
    this.rows = rows;
    this.byUser = rows.pattern();
    this.byItem = byUser.transpose();
    this.valuesByItem = valuesByItem();
    this.userScale = new double[byUser.users()];
    this.width = basis.columns();
    this.projected = new double[byUser.users()][];
    this.toUnits = SCALE / c;
    this.projectedOnly = projectedOnly;
    for (int user = 0; user < byUser.users(); user++) {
      userScale[user] = rows.clip(user, Math.sqrt(c));
      project(user, basis);
      if (!isWithinNorm(user)) {
        Arrays.fill(projected[user], 0);
      }
    }
  }

  /// Returns the part of a participant's users.
  ///
  /// @param rows R, not clipped
  /// @param c positive
  /// @param basis X, shape [items × p]
  /// @param projectedOnly whether it is z_uᵀ z_u that is summed
  public static OuterProducts of(
      NodeRows rows, double c, DenseMatrix basis, boolean projectedOnly) {
    return new OuterProducts(rows, c, basis, projectedOnly);
  }

  /// Bytes of the z_u of the users that a participant may be expected to have; more take more.
  ///
  /// @param columns of X
  public static long workingSetBytes(int columns) {
    return (long) Double.BYTES * USERS * columns;
  }

  /// The numbers of the rows in the order of the transpose.
  private double[] valuesByItem() {
    double[] values = new double[byUser.interactions()];
    int[] next = new int[byItem.users()];
    for (int user = 0; user < byUser.users(); user++) {
      for (int n = byUser.rowStart(user); n < byUser.rowEnd(user); n++) {
        int item = byUser.column(n);
        values[byItem.rowStart(item) + next[item]++] = rows.value(n);
      }
    }
    return values;
  }

  private void project(int user, DenseMatrix basis) {
    projected[user] = byUser.rowLength(user) == 0 ? NOTHING : new double[width];
    for (int n = byUser.rowStart(user); n < byUser.rowEnd(user); n++) {
      int item = byUser.column(n);
      double weight = userScale[user] * rows.value(n);
      for (int column = 0; column < width; column++) {
        projected[user][column] += weight * basis.get(item, column);
      }
    }
  }

  private boolean isWithinNorm(int user) {
    double squares = 0;
    if (projectedOnly) {
      for (double left : projected[user]) {
        squares += squares(left, user);
      }
    } else {
      for (int n = byUser.rowStart(user); n < byUser.rowEnd(user); n++) {
        squares += squares(userScale[user] * rows.value(n), user);
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
    return (long) (left * projected[user][column] * toUnits);
  }

  /// Consecutive elements of the sum, row by row.
  @Override
  public void fill(long offset, RingVector out) {
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
        if (projected[user].length > 0) {
          add(projected[user][row], user, from, to, sums);
        }
      }
    } else {
      for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
        int user = byItem.column(n);
        add(userScale[user] * valuesByItem[n], user, from, to, sums);
      }
    }
  }

  private void add(double left, int user, int from, int to, long[] sums) {
    for (int column = from; column < to; column++) {
      sums[column] += rounded(left, user, column);
    }
  }
}
