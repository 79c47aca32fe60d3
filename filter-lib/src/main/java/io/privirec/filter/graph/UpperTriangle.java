package io.privirec.filter.graph;

/// Where the entries of a symmetric matrix lie in its upper triangle, diagonal included, row by
/// row: the order in which an item Gram matrix is summed.
///
/// @param items rows, at least 1
public record UpperTriangle(int items) {
  public UpperTriangle {
    if (items < 1) {
      throw new IllegalArgumentException("items must be at least 1. Provided: " + items);
    }
  }

  /// Number of entries: m (m + 1) / 2.
  public long length() {
    return start(items);
  }

  /// Where the diagonal entry of a row lies, the first of the row.
  ///
  /// @param row in [0, items]
  public long start(int row) {
    return (long) row * items - (long) row * (row - 1) / 2;
  }

  /// The row that an entry is in.
  ///
  /// @param offset in [0, length)
  public int row(long offset) {
    int low = 0;
    int high = items - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (start(middle) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
