package io.privirec.filter.graph;

import io.privirec.filter.matrix.InteractionMatrix;

/// Rows of an [ItemGram], one after the other on one core: Gustavson's algorithm with a dense
/// accumulator. A bit per item remembers which entries are there, so that columns come out
/// ascending without sorting. Not safe for several threads.
final class ItemGramRows {
  private final InteractionMatrix byUser;
  private final InteractionMatrix byItem;
  private final float[] sums;
  private final long[] present;

  /// @param byItem the transpose
  ItemGramRows(InteractionMatrix byUser, InteractionMatrix byItem) {
    this.byUser = byUser;
    this.byItem = byItem;
    this.sums = new float[byUser.items()];
    this.present = new long[(byUser.items() + Long.SIZE - 1) / Long.SIZE];
  }

  /// How many entries of a row are not 0.
  int length(int row) {
    for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
      int user = byItem.column(n);
      for (int p = byUser.rowStart(user); p < byUser.rowEnd(user); p++) {
        int other = byUser.column(p);
        present[other >>> 6] |= 1L << other;
      }
    }
    int length = 0;
    for (int word = 0; word < present.length; word++) {
      length += Long.bitCount(present[word]);
      present[word] = 0;
    }
    return length;
  }

  /// Writes the entries of a row.
  ///
  /// @param at where the first goes
  void write(
      int row, float[] userWeight, float[] itemScale, int[] columns, float[] values, int at) {
    for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
      int user = byItem.column(n);
      add(user, userWeight[user]);
    }
    take(itemScale[row], itemScale, columns, values, at);
  }

  private void add(int user, float weight) {
    for (int p = byUser.rowStart(user); p < byUser.rowEnd(user); p++) {
      int other = byUser.column(p);
      sums[other] += weight;
      present[other >>> 6] |= 1L << other;
    }
  }

  /// Moves the row out of the accumulator, which is empty afterwards.
  private void take(float scale, float[] itemScale, int[] columns, float[] values, int first) {
    int at = first;
    for (int word = 0; word < present.length; word++) {
      long bits = present[word];
      present[word] = 0;
      for (; bits != 0; bits &= bits - 1) {
        int column = (word << 6) + Long.numberOfTrailingZeros(bits);
        columns[at] = column;
        // In this order both halves have the same bits.
        values[at++] = sums[column] * (scale * itemScale[column]);
        sums[column] = 0;
      }
    }
  }
}
