package io.privirec.exposure;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// The rows of a holder's own G, as far as users were not read yet: the holder knows which numbers
/// of a row are not 0. Memory: a few bytes for each interaction.
final class OwnRows implements Candidates {
  /// Equations for each unknown number below which the decoder solves no row.
  private static final double EQUATIONS_PER_NUMBER = 1.4;

  private final InteractionMatrix byUser;
  private final InteractionMatrix byItem;
  private final boolean[] isRead;
  private final Map<List<Integer>, Deque<Integer>> unread = new HashMap<>();

  /// @param byItem the transpose
  OwnRows(InteractionMatrix byUser, InteractionMatrix byItem) {
    this.byUser = byUser;
    this.byItem = byItem;
    this.isRead = new boolean[byUser.users()];
  }

  /// Returns the largest number of unknown numbers of a row that the decoder solves.
  static int mostUnknowns(int equations) {
    return (int) (equations / EQUATIONS_PER_NUMBER);
  }

  /// Returns whether a user was read.
  boolean isRead(int user) {
    return isRead[user];
  }

  /// Removes a user from all rows.
  void read(int user) {
    isRead[user] = true;
  }

  /// Counts the unknown numbers of a row, up to one more than the most. Safe for several threads
  /// while no user is read.
  int unknowns(int item, IntPredicate isKnown, int most) {
    BitSet seen = new BitSet(byUser.items());
    int count = 0;
    for (int n = byItem.rowStart(item); n < byItem.rowEnd(item) && count <= most; n++) {
      int user = byItem.column(n);
      if (isRead[user]) {
        continue;
      }
      for (int p = byUser.rowStart(user); p < byUser.rowEnd(user); p++) {
        int other = byUser.column(p);
        if (!seen.get(other)) {
          seen.set(other);
          count += isKnown.test(other) ? 0 : 1;
        }
      }
    }
    return count;
  }

  @Override
  public boolean isHopeless(int item, IntPredicate isKnown, int equations) {
    int most = mostUnknowns(equations);
    return unknowns(item, isKnown, most) > most;
  }

  @Override
  public void found(int[] history) {
    if (unread.isEmpty()) {
      for (int user = 0; user < isRead.length; user++) {
        unread.computeIfAbsent(list(byUser.row(user)), _ -> new ArrayDeque<>()).add(user);
      }
    }
    Deque<Integer> same = unread.get(list(history));
    if (same != null && !same.isEmpty()) {
      read(same.remove());
    }
  }

  private static List<Integer> list(int[] items) {
    return Arrays.stream(items).boxed().toList();
  }
}
