package io.privirec.filter.graph;

import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;

/// Some consecutive rows of an [ItemGram], made by one core: Gustavson's algorithm with a dense
/// accumulator. A bit per item remembers which entries are there, so that columns come out
/// ascending without sorting.
final class ItemGramRows {
  private final int[] ends;
  private int[] columns;
  private float[] values;
  private int size;

  private ItemGramRows(int rows, int capacity) {
    ends = new int[rows];
    columns = new int[capacity];
    values = new float[capacity];
  }

  static ItemGramRows of(
      InteractionMatrix byUser,
      InteractionMatrix byItem,
      float[] userWeight,
      float[] itemScale,
      int from,
      int to) {
    float[] sums = new float[itemScale.length];
    long[] present = new long[(itemScale.length + Long.SIZE - 1) / Long.SIZE];
    ItemGramRows rows = new ItemGramRows(to - from, 1 << 12);
    for (int item = from; item < to; item++) {
      for (int n = byItem.rowStart(item); n < byItem.rowEnd(item); n++) {
        int user = byItem.column(n);
        addUser(byUser, user, userWeight[user], sums, present);
      }
      rows.take(item - from, itemScale[item], itemScale, sums, present);
    }
    return rows;
  }

  private static void addUser(
      InteractionMatrix byUser, int user, float weight, float[] sums, long[] present) {
    for (int p = byUser.rowStart(user); p < byUser.rowEnd(user); p++) {
      int other = byUser.column(p);
      sums[other] += weight;
      present[other >>> 6] |= 1L << other;
    }
  }

  /// Moves the row out of the accumulator, which is empty afterwards.
  private void take(int row, float scale, float[] itemScale, float[] sums, long[] present) {
    for (int word = 0; word < present.length; word++) {
      long bits = present[word];
      if (bits == 0) {
        continue;
      }
      present[word] = 0;
      require(Long.bitCount(bits));
      for (; bits != 0; bits &= bits - 1) {
        int column = (word << 6) + Long.numberOfTrailingZeros(bits);
        columns[size] = column;
        // In this order both halves have the same bits.
        values[size++] = sums[column] * (scale * itemScale[column]);
        sums[column] = 0;
      }
    }
    ends[row] = size;
  }

  private void require(int more) {
    if (size + more > columns.length) {
      int capacity = Math.max(size + more, 2 * columns.length);
      columns = Arrays.copyOf(columns, capacity);
      values = Arrays.copyOf(values, capacity);
    }
  }

  int length(int row) {
    return ends[row] - (row == 0 ? 0 : ends[row - 1]);
  }

  void copyTo(int[] allColumns, float[] allValues, int at) {
    System.arraycopy(columns, 0, allColumns, at, size);
    System.arraycopy(values, 0, allValues, at, size);
  }
}
