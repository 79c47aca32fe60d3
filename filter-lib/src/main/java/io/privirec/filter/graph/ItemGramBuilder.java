package io.privirec.filter.graph;

import java.util.Arrays;
import java.util.Locale;

/// Puts an [ItemGram] together from the entries of its upper triangle, in their order, of which
/// zeros are left out. Takes up to [#BYTES_PER_ENTRY] for each other one: 8 as it is given, half of
/// that again while it grows, later the result. Not safe for several threads.
public final class ItemGramBuilder {
  /// At most, the result included, for each entry of the upper triangle that is not 0.
  public static final int BYTES_PER_ENTRY = 24;

  private static final int MAX_ENTRIES = Integer.MAX_VALUE - 8;

  private final UpperTriangle triangle;
  private final int mostEntries;
  private final int[] rowOffsets;
  private int[] columns = new int[1 << 12];
  private float[] values = new float[1 << 12];
  private int size;
  private int row;
  private long next;

  /// @param items at least 1
  public ItemGramBuilder(int items) {
    this(items, MAX_ENTRIES);
  }

  /// @param items at least 1
  /// @param mostEntries of the upper triangle that are not 0
  public ItemGramBuilder(int items, long mostEntries) {
    this.triangle = new UpperTriangle(items);
    this.mostEntries = (int) Math.min(MAX_ENTRIES, mostEntries);
    this.rowOffsets = new int[items + 1];
  }

  /// Takes the next entries of the upper triangle.
  ///
  /// @param entries in the first `count` places
  /// @throws ArithmeticException if there are more entries than may be
  public void add(float[] entries, int count) {
    int at = 0;
    while (at < count) {
      int first = row + Math.toIntExact(next - triangle.start(row));
      int to = Math.min(triangle.items(), first + count - at);
      for (int column = first; column < to; column++, at++) {
        if (entries[at] != 0) {
          append(column, entries[at]);
        }
      }
      next += to - first;
      if (to == triangle.items()) {
        rowOffsets[++row] = size;
      }
    }
  }

  private void append(int column, float value) {
    if (size == mostEntries) {
      throw new ArithmeticException(
          String.format(
              Locale.ROOT,
              "the item Gram matrix has more than %,d entries in its upper half",
              mostEntries));
    }
    if (size == columns.length) {
      int capacity = (int) Math.min(MAX_ENTRIES, size * 3L / 2);
      columns = Arrays.copyOf(columns, capacity);
      values = Arrays.copyOf(values, capacity);
    }
    columns[size] = column;
    values[size++] = value;
  }

  /// The whole matrix, when all entries were given.
  public ItemGram build() {
    if (next != triangle.length()) {
      throw new IllegalStateException(
          "%s of %s entries were given".formatted(next, triangle.length()));
    }
    return ItemGram.of(new ItemGram.Upper(rowOffsets, columns, values));
  }
}
