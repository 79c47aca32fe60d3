package io.privirec.client.interactions.persistence;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;

/// Builds a matrix from (user, item) pairs that arrive user by user, items ascending.
final class RowCollector {
  private int[] offsets = new int[1024];
  private int[] columns = new int[1 << 14];
  private int users;
  private int interactions;
  private long currentUser;

  void add(long user, int item) {
    if (users == 0 || user != currentUser) {
      currentUser = user;
      users++;
      if (users == offsets.length) {
        offsets = Arrays.copyOf(offsets, Math.multiplyExact(2, users));
      }
    }
    if (interactions == columns.length) {
      columns = Arrays.copyOf(columns, Math.multiplyExact(2, interactions));
    }
    columns[interactions++] = item;
    offsets[users] = interactions;
  }

  InteractionMatrix matrix() {
    int items = Arrays.stream(columns, 0, interactions).max().orElse(-1) + 1;
    return InteractionMatrix.of(
        users, items, Arrays.copyOf(offsets, users + 1), Arrays.copyOf(columns, interactions));
  }
}
