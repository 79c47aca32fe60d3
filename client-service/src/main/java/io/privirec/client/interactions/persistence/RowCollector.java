package io.privirec.client.interactions.persistence;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;

/// Builds a matrix from the items of one user after the other.
final class RowCollector {
  private int[] offsets = new int[1024];
  private int[] columns = new int[1 << 14];
  private int users;
  private int interactions;

  /// @param items of the next user, ascending
  void add(Integer[] items) {
    while (columns.length - interactions < items.length) {
      columns = Arrays.copyOf(columns, Math.multiplyExact(2, columns.length));
    }
    for (int item : items) {
      columns[interactions++] = item;
    }
    users++;
    if (users == offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.multiplyExact(2, users));
    }
    offsets[users] = interactions;
  }

  InteractionMatrix matrix() {
    int items = Arrays.stream(columns, 0, interactions).max().orElse(-1) + 1;
    return InteractionMatrix.of(
        users, items, Arrays.copyOf(offsets, users + 1), Arrays.copyOf(columns, interactions));
  }
}
