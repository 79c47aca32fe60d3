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

  /// Of one row, with room for what [#takeColumns] writes behind the last.
  private final int[] columns;

  /// @param byItem the transpose
  ItemGramRows(InteractionMatrix byUser, InteractionMatrix byItem) {
    this.byUser = byUser;
    this.byItem = byItem;
    this.sums = new float[byUser.items()];
    this.present = new long[(byUser.items() + Long.SIZE - 1) / Long.SIZE];
    this.columns = new int[byUser.items() + Long.SIZE];
  }

  /// How many entries of a row are not 0.
  int length(int row) {
    for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
      int user = byItem.column(n);
      int end = byUser.rowEnd(user);
      for (int p = byUser.rowStart(user); p < end; p++) {
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
  /// @param first where the first goes
  void write(
      int row, float[] userWeight, float[] itemScale, int[] columns, float[] values, int first) {
    for (int n = byItem.rowStart(row); n < byItem.rowEnd(row); n++) {
      int user = byItem.column(n);
      add(user, userWeight[user]);
    }
    int length = takeColumns();
    float scale = itemScale[row];
    for (int n = 0; n < length; n++) {
      int column = this.columns[n];
      columns[first + n] = column;
      // In this order both halves have the same bits.
      values[first + n] = sums[column] * (scale * itemScale[column]);
      sums[column] = 0;
    }
  }

  private void add(int user, float weight) {
    int end = byUser.rowEnd(user);
    for (int p = byUser.rowStart(user); p < end; p++) {
      int other = byUser.column(p);
      sums[other] += weight;
      present[other >>> 6] |= 1L << other;
    }
  }

  /// Turns the bits into columns, and clears them. Most words have some bits and few have more than
  /// four: four are written whether they are there or not, because how many there are cannot be
  /// predicted, and a branch on it would cost more than all else.
  ///
  /// @return how many
  private int takeColumns() {
    int at = 0;
    for (int word = 0; word < present.length; word++) {
      long bits = present[word];
      present[word] = 0;
      int first = word << 6;
      int end = at + Long.bitCount(bits);
      for (int n = 0; n < 4; n++, bits &= bits - 1) {
        columns[at + n] = first + Long.numberOfTrailingZeros(bits);
      }
      for (at += 4; bits != 0; bits &= bits - 1) {
        columns[at++] = first + Long.numberOfTrailingZeros(bits);
      }
      at = end;
    }
    return at;
  }
}
