package io.privirec.client.interactions;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;

/// Builds a matrix from the items and ratings of one user after the other.
final class RowCollector {
  private int[] offsets = new int[1024];
  private int[] columns = new int[1 << 14];
  private float[] values = new float[1 << 14];
  private int users;
  private int interactions;

  /// @param items of the next user, ascending
  /// @param ratings of these items, NaN where there is none
  void add(IntBuffer items, FloatBuffer ratings) {
    int more = items.remaining();
    while (columns.length - interactions < more) {
      columns = Arrays.copyOf(columns, Math.multiplyExact(2, columns.length));
      values = Arrays.copyOf(values, columns.length);
    }
    items.get(columns, interactions, more);
    ratings.get(values, interactions, more);
    interactions += more;
    users++;
    if (users == offsets.length) {
      offsets = Arrays.copyOf(offsets, Math.multiplyExact(2, users));
    }
    offsets[users] = interactions;
  }

  RatingMatrix matrix() {
    int items = Arrays.stream(columns, 0, interactions).max().orElse(-1) + 1;
    return RatingMatrix.of(
        InteractionMatrix.of(
            users, items, Arrays.copyOf(offsets, users + 1), Arrays.copyOf(columns, interactions)),
        Arrays.copyOf(values, interactions));
  }
}
