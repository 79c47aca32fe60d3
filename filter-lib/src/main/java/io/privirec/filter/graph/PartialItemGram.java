package io.privirec.filter.graph;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;

/// One participant's part of the item Gram matrix P̃, from its own users and the item degrees V of
/// everybody: entry ij is (v_i v_j)^-½ Σ_u d_u^(-2α) over its users of both i and j. For α = ½ the
/// sum over all participants is P̃; for another α, P̃ is the sum scaled by (v_i v_j)^(α-½), which
/// anybody can do, V being public. This way every entry of every sum is in [0, 1] whatever α is:
/// the number of users of both items is at most (v_i v_j)^½.
///
/// Entries are made as they are asked for, each a sum of doubles in ascending user order, then
/// scaled and rounded to float: the same bits however the triangle is cut and on however many
/// threads, and nothing but that rounding away from the exact entry. All are in [0, 1]. Memory: the
/// interactions by item beside those by user; a call takes one row of doubles.
public final class PartialItemGram {
  private final InteractionMatrix byUser;
  private final InteractionMatrix byItem;
  private final double[] userWeight;
  private final double[] itemScale;
  private final UpperTriangle triangle;

  private PartialItemGram(
      InteractionMatrix byUser, InteractionMatrix byItem, double[] userWeight, double[] itemScale) {
    this.byUser = byUser;
    this.byItem = byItem;
    this.userWeight = userWeight;
    this.itemScale = itemScale;
    this.triangle = new UpperTriangle(byUser.items());
  }

  /// The part of some users.
  ///
  /// @param interactions these users × all items
  /// @param itemDegrees V over everybody, shape [items], not negative; that it is nowhere less than
  ///   these users' own is not checked
  /// @param alpha in [0, 1]
  public static PartialItemGram of(
      InteractionMatrix interactions, long[] itemDegrees, double alpha) {
    ItemGram.checkAlpha(alpha);
    if (itemDegrees.length != interactions.items()) {
      throw new IllegalArgumentException(
          "itemDegrees must have %s entries. Provided: %s"
              .formatted(interactions.items(), itemDegrees.length));
    }
    InteractionMatrix byItem = interactions.transpose();
    double[] itemScale = new double[itemDegrees.length];
    for (int item = 0; item < itemScale.length; item++) {
      if (itemDegrees[item] < 0) {
        throw new IllegalArgumentException(
            "degree of item %s must not be negative".formatted(item));
      }
      itemScale[item] = itemDegrees[item] == 0 ? 0 : 1 / Math.sqrt((double) itemDegrees[item]);
    }
    double[] userWeight = new double[interactions.users()];
    for (int user = 0; user < userWeight.length; user++) {
      int degree = interactions.rowLength(user);
      userWeight[user] = degree == 0 ? 0 : StrictMath.pow(degree, -2 * alpha);
    }
    return new PartialItemGram(interactions, byItem, userWeight, itemScale);
  }

  /// Overwrites `out` with consecutive entries of the upper triangle.
  ///
  /// @param offset first entry, see [UpperTriangle]
  public void upper(long offset, float[] out) {
    double[] sums = new double[triangle.items()];
    int at = 0;
    int row = triangle.row(offset);
    while (at < out.length) {
      int from = row + Math.toIntExact(offset + at - triangle.start(row));
      int to = (int) Math.min(triangle.items(), (long) from + out.length - at);
      row(row, from, to, sums, out, at);
      at += to - from;
      row++;
    }
  }

  /// Entries (row, from … to) into `out`, from `at` on; `sums` is all 0 before and after.
  private void row(int row, int from, int to, double[] sums, float[] out, int at) {
    for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
      int user = byItem.column(n);
      double weight = userWeight[user];
      for (int p = byUser.rowEnd(user) - 1; p >= byUser.rowStart(user); p--) {
        int other = byUser.column(p);
        if (other < row) {
          break;
        }
        sums[other] += weight;
      }
    }
    for (int other = from; other < to; other++) {
      out[at + other - from] = (float) (sums[other] * (itemScale[row] * itemScale[other]));
    }
    Arrays.fill(sums, row, sums.length, 0);
  }
}
