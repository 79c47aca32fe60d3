package io.privirec.filter.spectral;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.Arrays;

/// R̃ = U^-α R V^(α−1) of one participant's users, with the item degrees V of everybody; α = ½ but
/// for Turbo-CF.
///
/// Inverse powers of a degree 0 are 0. Products are bit-deterministic: sums run in ascending item
/// or user order by fused multiply-add in floats, for every lane width and number of threads.
/// Immutable and safe for use by several threads; products use all cores.
public final class NormalisedInteractions {
  private static final int ROW_BLOCK = 64;

  private final InteractionMatrix byUser;
  private final InteractionMatrix byItem;
  private final float[] userScale;
  private final float[] itemScale;

  private NormalisedInteractions(
      InteractionMatrix byUser, InteractionMatrix byItem, float[] userScale, float[] itemScale) {
    this.byUser = byUser;
    this.byItem = byItem;
    this.userScale = userScale;
    this.itemScale = itemScale;
  }

  /// Normalises one participant's interactions, α = ½.
  ///
  /// @param interactions this participant's users × all items
  /// @param itemDegrees V over all participants, shape [items], not negative; that it is nowhere
  ///   less than this participant's own is not checked
  public static NormalisedInteractions of(InteractionMatrix interactions, long[] itemDegrees) {
    return of(interactions, itemDegrees, .5);
  }

  /// Normalises one participant's interactions.
  ///
  /// @param interactions this participant's users × all items
  /// @param itemDegrees V over all participants, shape [items], not negative; that it is nowhere
  ///   less than this participant's own is not checked
  /// @param alpha in [0, 1]
  public static NormalisedInteractions of(
      InteractionMatrix interactions, long[] itemDegrees, double alpha) {
    if (itemDegrees.length != interactions.items()) {
      throw new IllegalArgumentException(
          "itemDegrees must have %s entries. Provided: %s"
              .formatted(interactions.items(), itemDegrees.length));
    }
    InteractionMatrix byItem = interactions.transpose();
    float[] itemScale = new float[itemDegrees.length];
    for (int item = 0; item < itemScale.length; item++) {
      if (itemDegrees[item] < 0) {
        throw new IllegalArgumentException(
            "degree of item %s must not be negative".formatted(item));
      }
      itemScale[item] = power(itemDegrees[item], alpha - 1);
    }
    float[] userScale = new float[interactions.users()];
    for (int user = 0; user < userScale.length; user++) {
      userScale[user] = power(interactions.rowLength(user), -alpha);
    }
    return new NormalisedInteractions(interactions, byItem, userScale, itemScale);
  }

  /// Contributions are made of these numbers, the same bits on every machine: a square root is
  /// rounded in one way only.
  private static float power(long degree, double exponent) {
    if (degree == 0) {
      return 0;
    }
    return (float)
        (exponent == -.5
            ? 1 / Math.sqrt((double) degree)
            : StrictMath.pow((double) degree, exponent));
  }

  /// Number of this participant's users.
  public int users() {
    return byUser.users();
  }

  /// Number of items.
  public int items() {
    return byUser.items();
  }

  /// Z = R̃ X.
  ///
  /// @param x shape [items × p]
  /// @return shape [users × p]
  public DenseMatrix project(DenseMatrix x) {
    checkRows(x, items());
    DenseMatrix z = DenseMatrix.zeros(users(), x.columns());
    RowBlocks.forEach(
        users(),
        ROW_BLOCK,
        (from, to) -> sums(byUser, itemScale, userScale, x, from, to, z.data()));
    return z;
  }

  /// Rows [fromItem, toItem) of R̃ᵀ Z, overwriting the start of `out`.
  ///
  /// @param z shape [users × p]
  /// @param out row-major, at least (toItem − fromItem) · p elements
  public void backProject(DenseMatrix z, int fromItem, int toItem, float[] out) {
    checkRows(z, users());
    if (fromItem < 0 || toItem < fromItem || toItem > items()) {
      throw new IllegalArgumentException(
          "items must be a range in [0, %s]. Provided: [%s, %s)"
              .formatted(items(), fromItem, toItem));
    }
    long elements = (long) (toItem - fromItem) * z.columns();
    if (out.length < elements) {
      throw new IllegalArgumentException(
          "out must have at least %s elements. Provided: %s".formatted(elements, out.length));
    }
    Arrays.fill(out, 0, (int) elements, 0);
    RowBlocks.forEach(
        toItem - fromItem,
        ROW_BLOCK,
        (from, to) -> {
          int first = fromItem + from;
          int offset = from * z.columns();
          backSums(z, first, fromItem + to, out, offset);
        });
  }

  private void backSums(DenseMatrix z, int from, int to, float[] out, int offset) {
    int p = z.columns();
    for (int item = from; item < to; item++) {
      int at = offset + (item - from) * p;
      addRow(byItem, item, userScale, z, out, at);
      scale(itemScale[item], out, at, p);
    }
  }

  private static void sums(
      InteractionMatrix rows,
      float[] columnScale,
      float[] rowScale,
      DenseMatrix x,
      int from,
      int to,
      float[] out) {
    int p = x.columns();
    for (int row = from; row < to; row++) {
      addRow(rows, row, columnScale, x, out, row * p);
      scale(rowScale[row], out, row * p, p);
    }
  }

  private static void addRow(
      InteractionMatrix rows, int row, float[] columnScale, DenseMatrix x, float[] out, int at) {
    int p = x.columns();
    for (int n = rows.rowStart(row); n < rows.rowEnd(row); n++) {
      int column = rows.column(n);
      Axpy.add(columnScale[column], x.data(), column * p, out, at, p);
    }
  }

  private static void scale(float factor, float[] out, int at, int count) {
    for (int c = at; c < at + count; c++) {
      out[c] *= factor;
    }
  }

  private static void checkRows(DenseMatrix matrix, int rows) {
    if (matrix.rows() != rows) {
      throw new IllegalArgumentException(
          "matrix must have %s rows. Provided: %s".formatted(rows, matrix.rows()));
    }
  }
}
