package io.privirec.client.interactions.persistence;

import io.privirec.filter.matrix.InteractionMatrix;
import java.nio.IntBuffer;
import java.util.Arrays;

/// Builds a matrix from the items of one user after the other.
final class RowCollector {
  private int[] offsets = new int[1024];
  private int[] columns = new int[1 << 14];
  private int users;
  private int interactions;

  /// @param items of the next user, ascending
  void add(IntBuffer items) {
    int more = items.remaining();
    while (columns.length - interactions < more) {
      columns = Arrays.copyOf(columns, Math.multiplyExact(2, columns.length));
    }
    items.get(columns, interactions, more);
    interactions += more;
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
