package io.privirec.exposure;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.ArrayList;
import java.util.List;

/// An upper estimate of the users that the decoder reads, without equations.
///
/// A row counts as solved if it has few unknown numbers beside zeros. All users of a solved row
/// count as read if the row has few users. Memory: a few bytes for each interaction.
final class RowCount {
  private static final int ROWS_TOGETHER = 64;

  private final InteractionMatrix byUser;
  private final InteractionMatrix byItem;
  private final int usersOfRow;
  private final OwnRows rows;
  private final boolean[] isSolved;
  private final int[] support;
  private int readers;
  private final int users;

  private RowCount(InteractionMatrix byUser, InteractionMatrix byItem, int usersOfRow) {
    this.byUser = byUser;
    this.byItem = byItem;
    this.usersOfRow = usersOfRow;
    this.rows = new OwnRows(byUser, byItem);
    this.isSolved = new boolean[byUser.items()];
    this.support = new int[byUser.items()];
    for (int item = 0; item < support.length; item++) {
      support[item] = byItem.rowLength(item);
    }
    int count = 0;
    for (int user = 0; user < byUser.users(); user++) {
      count += byUser.rowLength(user) > 0 ? 1 : 0;
    }
    this.users = count;
  }

  /// Counts users that are read.
  ///
  /// @param byItem the transpose
  /// @param equations for each item
  /// @param deadline of [System#nanoTime]; after it all users count as read
  static int users(
      InteractionMatrix byUser,
      InteractionMatrix byItem,
      int equations,
      int usersOfRow,
      long deadline) {
    RowCount count = new RowCount(byUser, byItem, usersOfRow);
    boolean progress = equations > 0;
    while (progress && count.readers < count.users) {
      // As many equations as users are left tell a matrix of this rank.
      progress = equations < count.users - count.readers && count.pass(equations, deadline);
      if (equations >= count.users - count.readers || System.nanoTime() - deadline > 0) {
        return count.users;
      }
    }
    return count.readers;
  }

  private boolean pass(int equations, long deadline) {
    int most = OwnRows.mostUnknowns(equations);
    List<Integer> open = new ArrayList<>();
    for (int item = 0; item < isSolved.length; item++) {
      if (!isSolved[item] && support[item] > 0) {
        open.add(item);
      }
    }
    boolean[] solvable = new boolean[open.size()];
    RowBlocks.forEach(
        open.size(),
        ROWS_TOGETHER,
        (from, to) -> {
          for (int n = from; n < to && System.nanoTime() - deadline <= 0; n++) {
            solvable[n] = rows.unknowns(open.get(n), item -> isSolved[item], most) <= most;
          }
        });
    boolean progress = false;
    for (int n = 0; n < solvable.length; n++) {
      if (solvable[n]) {
        isSolved[open.get(n)] = true;
        progress = true;
      }
    }
    for (int item = 0; item < isSolved.length; item++) {
      if (isSolved[item] && support[item] > 0 && support[item] <= usersOfRow) {
        progress |= read(item);
      }
    }
    return progress;
  }

  private boolean read(int item) {
    boolean any = false;
    for (int n = byItem.rowStart(item); n < byItem.rowEnd(item); n++) {
      int user = byItem.column(n);
      if (!rows.isRead(user)) {
        rows.read(user);
        any = true;
        readers++;
        for (int p = byUser.rowStart(user); p < byUser.rowEnd(user); p++) {
          support[byUser.column(p)]--;
        }
      }
    }
    return any;
  }
}
