package io.privirec.filter.matrix;

import java.util.Arrays;
import java.util.Objects;

/// A binary users × items matrix R in compressed rows: who interacted with what.
///
/// Columns of a row are ascending and unique. Immutable; safe for use by several threads.
public final class InteractionMatrix {
  private final int items;
  private final int[] rowOffsets;
  private final int[] columns;

  private InteractionMatrix(int items, int[] rowOffsets, int[] columns) {
    this.items = items;
    this.rowOffsets = rowOffsets;
    this.columns = columns;
  }

  /// Makes a matrix of compressed rows; both arrays are copied.
  ///
  /// @param users number of rows, at least 0
  /// @param items number of columns, at least 0
  /// @param rowOffsets shape [users + 1], starting at 0, not decreasing, ending at `columns.length`
  /// @param columns the item indices of each row, ascending and unique inside a row
  public static InteractionMatrix of(int users, int items, int[] rowOffsets, int[] columns) {
    if (users < 0 || items < 0) {
      throw new IllegalArgumentException(
          "users and items must be at least 0. Provided: %s, %s".formatted(users, items));
    }
    if (rowOffsets.length != (long) users + 1) {
      throw new IllegalArgumentException(
          "rowOffsets must have users + 1 = %s entries. Provided: %s"
              .formatted((long) users + 1, rowOffsets.length));
    }
    int[] offsets = rowOffsets.clone();
    int[] copy = columns.clone();
    if (offsets[0] != 0 || offsets[users] != copy.length) {
      throw new IllegalArgumentException(
          "rowOffsets must run from 0 to %s. Provided: %s to %s"
              .formatted(copy.length, offsets[0], offsets[users]));
    }
    for (int user = 0; user < users; user++) {
      if (offsets[user] > offsets[user + 1] || offsets[user + 1] > copy.length) {
        throw new IllegalArgumentException("rowOffsets must not decrease, but do at user " + user);
      }
      checkRow(user, items, copy, offsets[user], offsets[user + 1]);
    }
    return new InteractionMatrix(items, offsets, copy);
  }

  private static void checkRow(int user, int items, int[] columns, int from, int to) {
    for (int p = from; p < to; p++) {
      if (columns[p] < 0 || columns[p] >= items) {
        throw new IllegalArgumentException(
            "item of user %s must be in [0, %s). Provided: %s".formatted(user, items, columns[p]));
      }
      if (p > from && columns[p] <= columns[p - 1]) {
        throw new IllegalArgumentException(
            "items of user %s must be ascending and unique. Provided: %s after %s"
                .formatted(user, columns[p], columns[p - 1]));
      }
    }
  }

  /// Number of rows.
  public int users() {
    return rowOffsets.length - 1;
  }

  /// Number of columns.
  public int items() {
    return items;
  }

  /// Number of ones.
  public int interactions() {
    return columns.length;
  }

  /// Position of the first interaction of a user, for [#column(int)].
  public int rowStart(int user) {
    return rowOffsets[Objects.checkIndex(user, users())];
  }

  /// Position after the last interaction of a user.
  public int rowEnd(int user) {
    return rowOffsets[Objects.checkIndex(user, users()) + 1];
  }

  /// Number of interactions of a user.
  public int rowLength(int user) {
    return rowEnd(user) - rowStart(user);
  }

  /// The item at a position, in [0, items).
  public int column(int position) {
    return columns[position];
  }

  /// The items of a user, ascending; a fresh array.
  public int[] row(int user) {
    return Arrays.copyOfRange(columns, rowStart(user), rowEnd(user));
  }

  /// Whether a user interacted with an item.
  public boolean contains(int user, int item) {
    return Arrays.binarySearch(columns, rowStart(user), rowEnd(user), item) >= 0;
  }

  /// How many users interacted with each item: shape [items], a fresh array.
  public long[] itemDegrees() {
    long[] degrees = new long[items];
    for (int column : columns) {
      degrees[column]++;
    }
    return degrees;
  }

  /// The matrix of some of the rows, in the order given; a row may be asked for more than once.
  public InteractionMatrix rows(int[] users) {
    int[] offsets = new int[users.length + 1];
    for (int row = 0; row < users.length; row++) {
      offsets[row + 1] = Math.addExact(offsets[row], rowLength(users[row]));
    }
    int[] picked = new int[offsets[users.length]];
    for (int row = 0; row < users.length; row++) {
      int length = rowLength(users[row]);
      System.arraycopy(columns, rowStart(users[row]), picked, offsets[row], length);
    }
    return new InteractionMatrix(items, offsets, picked);
  }

  /// The matrix of the first columns, or with empty ones behind; rows that are left without ones
  /// are left out.
  ///
  /// @param count number of columns, at least 0
  public InteractionMatrix firstItems(int count) {
    int[] offsets = new int[users() + 1];
    int[] kept = new int[columns.length];
    int rows = 0;
    int ones = 0;
    for (int user = 0; user < users(); user++) {
      for (int p = rowOffsets[user]; p < rowOffsets[user + 1] && columns[p] < count; p++) {
        kept[ones++] = columns[p];
      }
      if (ones > offsets[rows]) {
        offsets[++rows] = ones;
      }
    }
    return of(rows, count, Arrays.copyOf(offsets, rows + 1), Arrays.copyOf(kept, ones));
  }

  /// The matrix without the ones of items that fewer of these users have. All rows and columns
  /// stay.
  public InteractionMatrix withSupport(int minSupport) {
    return withSupport(itemDegrees(), minSupport);
  }

  /// The matrix without the ones of items that too few users have. All rows and columns stay.
  ///
  /// @param itemDegrees how many users have each item, these or more of them: shape [items]
  /// @param minSupport the fewest that keep an item
  public InteractionMatrix withSupport(long[] itemDegrees, int minSupport) {
    if (itemDegrees.length != items) {
      throw new IllegalArgumentException(
          "itemDegrees must have %s entries. Provided: %s".formatted(items, itemDegrees.length));
    }
    int[] offsets = new int[users() + 1];
    int[] kept = new int[columns.length];
    int ones = 0;
    for (int user = 0; user < users(); user++) {
      for (int p = rowOffsets[user]; p < rowOffsets[user + 1]; p++) {
        if (itemDegrees[columns[p]] >= minSupport) {
          kept[ones++] = columns[p];
        }
      }
      offsets[user + 1] = ones;
    }
    return ones == columns.length
        ? this
        : new InteractionMatrix(items, offsets, Arrays.copyOf(kept, ones));
  }

  /// The matrix of some of the columns, in the order given.
  ///
  /// @param chosen item indices, unique
  public InteractionMatrix items(int[] chosen) {
    int[] place = new int[items];
    for (int at = 0; at < chosen.length; at++) {
      if (place[chosen[at]] != 0) {
        throw new IllegalArgumentException("item " + chosen[at] + " is there twice");
      }
      place[chosen[at]] = at + 1;
    }
    int[] offsets = new int[users() + 1];
    int[] kept = new int[columns.length];
    for (int user = 0; user < users(); user++) {
      int ones = offsets[user];
      for (int p = rowOffsets[user]; p < rowOffsets[user + 1]; p++) {
        if (place[columns[p]] != 0) {
          kept[ones++] = place[columns[p]] - 1;
        }
      }
      Arrays.sort(kept, offsets[user], ones);
      offsets[user + 1] = ones;
    }
    return new InteractionMatrix(chosen.length, offsets, Arrays.copyOf(kept, offsets[users()]));
  }

  /// The items × users matrix Rᵀ.
  public InteractionMatrix transpose() {
    int[] offsets = new int[items + 1];
    for (int column : columns) {
      offsets[column + 1]++;
    }
    for (int item = 0; item < items; item++) {
      offsets[item + 1] += offsets[item];
    }
    int[] next = Arrays.copyOf(offsets, items);
    int[] rows = new int[columns.length];
    for (int user = 0; user < users(); user++) {
      for (int p = rowOffsets[user]; p < rowOffsets[user + 1]; p++) {
        rows[next[columns[p]]++] = user;
      }
    }
    return new InteractionMatrix(users(), offsets, rows);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof InteractionMatrix that
        && items == that.items
        && Arrays.equals(rowOffsets, that.rowOffsets)
        && Arrays.equals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * items + Arrays.hashCode(rowOffsets)) + Arrays.hashCode(columns);
  }

  @Override
  public String toString() {
    return "InteractionMatrix[%s users × %s items, %s interactions]"
        .formatted(users(), items, interactions());
  }
}
