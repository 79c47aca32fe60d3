package io.privirec.filter.graph;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.concurrent.atomic.LongAdder;

/// How many users are behind the entries of an item Gram matrix. The support of an entry (i, j) is
/// the number of users of both i and j; where it is 1, the entry says what one user has.
///
/// @param entries of P̃ that are not 0, both halves and the diagonal
/// @param ofOneUser how many of them have support 1
public record PairSupport(long entries, long ofOneUser) {
  private static final int BLOCK_ROWS = 64;

  /// Counts without making P̃, on all cores: Gustavson's pass over the upper half with integer
  /// counts. Memory: the interactions by item, and one row of integers per thread.
  ///
  /// @param interactions R
  public static PairSupport of(InteractionMatrix interactions) {
    InteractionMatrix byItem = interactions.transpose();
    LongAdder entries = new LongAdder();
    LongAdder ofOneUser = new LongAdder();
    RowBlocks.forEach(
        interactions.items(),
        BLOCK_ROWS,
        () -> new int[interactions.items()],
        (counts, from, to) -> {
          for (int item = from; item < to; item++) {
            PairSupport right = ofRow(interactions, byItem, item, counts);
            int degree = byItem.rowLength(item);
            entries.add(2 * right.entries + (degree > 0 ? 1 : 0));
            ofOneUser.add(2 * right.ofOneUser + (degree == 1 ? 1 : 0));
          }
        });
    return new PairSupport(entries.sum(), ofOneUser.sum());
  }

  /// Right of the diagonal.
  ///
  /// @param counts all 0 before and after
  private static PairSupport ofRow(
      InteractionMatrix byUser, InteractionMatrix byItem, int item, int[] counts) {
    long once = 0;
    long again = 0;
    for (int n = byItem.rowStart(item); n < byItem.rowEnd(item); n++) {
      int user = byItem.column(n);
      for (int p = byUser.rowEnd(user) - 1; byUser.column(p) > item; p--) {
        int before = counts[byUser.column(p)]++;
        once += before == 0 ? 1 : 0;
        again += before == 1 ? 1 : 0;
      }
    }
    for (int n = byItem.rowStart(item); n < byItem.rowEnd(item); n++) {
      int user = byItem.column(n);
      for (int p = byUser.rowEnd(user) - 1; byUser.column(p) > item; p--) {
        counts[byUser.column(p)] = 0;
      }
    }
    return new PairSupport(once, once - again);
  }

  /// [#ofOneUser] as a part of all, in [0, 1]; 0 where there is none.
  public double partOfOneUser() {
    return entries == 0 ? 0 : (double) ofOneUser / entries;
  }
}
