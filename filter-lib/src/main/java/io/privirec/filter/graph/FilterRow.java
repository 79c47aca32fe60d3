package io.privirec.filter.graph;

/// One row of F: what one history item contributes to each other item. Immutable.
public final class FilterRow {
  private final int[] items;
  private final float[] values;

  FilterRow(int[] items, float[] values) {
    this.items = items;
    this.values = values;
  }

  /// Number of entries.
  public int length() {
    return items.length;
  }

  /// The item of an entry; ascending.
  public int item(int entry) {
    return items[entry];
  }

  /// The value of an entry: not zero, negative where the history item speaks against the other.
  public float value(int entry) {
    return values[entry];
  }
}
