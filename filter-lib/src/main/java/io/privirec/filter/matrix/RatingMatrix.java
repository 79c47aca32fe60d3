package io.privirec.filter.matrix;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Interactions and the ratings that came with them: an [InteractionMatrix] says who interacted
/// with what, and each of its positions may have a value.
///
/// An interaction without a rating has the value NaN. Where no interaction has one, no values are
/// kept. Immutable; safe for use by several threads.
public final class RatingMatrix {
  private final InteractionMatrix pattern;
  private final float @Nullable [] values;

  private RatingMatrix(InteractionMatrix pattern, float @Nullable [] values) {
    this.pattern = pattern;
    this.values = values;
  }

  /// Interactions without ratings.
  public static RatingMatrix of(InteractionMatrix pattern) {
    return new RatingMatrix(pattern, null);
  }

  /// Interactions with ratings; the array is copied.
  ///
  /// @param values shape [pattern.interactions()], in the pattern's order, each finite or NaN
  public static RatingMatrix of(InteractionMatrix pattern, float[] values) {
    return owning(pattern, values.clone());
  }

  /// Interactions whose items have any order within a user; the arrays are copied.
  ///
  /// @param users number of rows, at least 0
  /// @param items number of columns, at least 0
  /// @param rowOffsets shape [users + 1], starting at 0, not decreasing, ending at `columns.length`
  /// @param columns the item indices of each row, unique inside a row
  /// @param values shape [columns.length], each finite or NaN; null when there are no ratings
  public static RatingMatrix ofUnsorted(
      int users, int items, int[] rowOffsets, int[] columns, float @Nullable [] values) {
    int[] sorted = columns.clone();
    if (values == null) {
      for (int user = 0; user < users; user++) {
        Arrays.sort(sorted, rowOffsets[user], rowOffsets[user + 1]);
      }
      return of(InteractionMatrix.of(users, items, rowOffsets, sorted));
    }
    float[] moved = values.clone();
    for (int user = 0; user < users; user++) {
      sortTogether(sorted, moved, rowOffsets[user], rowOffsets[user + 1]);
    }
    return owning(InteractionMatrix.of(users, items, rowOffsets, sorted), moved);
  }

  /// Items are at least 0 and unique: sorted as the upper half of a long, they take their values
  /// along in the lower one.
  private static void sortTogether(int[] items, float[] values, int from, int to) {
    long[] both = new long[to - from];
    for (int p = 0; p < both.length; p++) {
      both[p] =
          (long) items[from + p] << 32 | (Float.floatToIntBits(values[from + p]) & 0xFFFF_FFFFL);
    }
    Arrays.sort(both);
    for (int p = 0; p < both.length; p++) {
      items[from + p] = (int) (both[p] >> 32);
      values[from + p] = Float.intBitsToFloat((int) both[p]);
    }
  }

  private static RatingMatrix owning(InteractionMatrix pattern, float[] values) {
    if (values.length != pattern.interactions()) {
      throw new IllegalArgumentException(
          "values must be %d. Provided: %d".formatted(pattern.interactions(), values.length));
    }
    boolean any = false;
    for (float value : values) {
      if (Float.isInfinite(value)) {
        throw new IllegalArgumentException("values must be finite or NaN. Provided: " + value);
      }
      any |= !Float.isNaN(value);
    }
    return new RatingMatrix(pattern, any ? values : null);
  }

  /// Who interacted with what.
  public InteractionMatrix pattern() {
    return pattern;
  }

  /// Whether an interaction has a rating.
  public boolean hasValues() {
    return values != null;
  }

  /// The rating at a position of the pattern; NaN if that interaction has none.
  public float value(int position) {
    return values == null ? Float.NaN : values[position];
  }

  /// The ratings of a user in the order of its items, NaN where there is none; a fresh array.
  public float[] row(int user) {
    if (values != null) {
      return Arrays.copyOfRange(values, pattern.rowStart(user), pattern.rowEnd(user));
    }
    float[] none = new float[pattern.rowLength(user)];
    Arrays.fill(none, Float.NaN);
    return none;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RatingMatrix that
        && pattern.equals(that.pattern)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return 31 * pattern.hashCode() + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return pattern + (values == null ? " without ratings" : " with ratings");
  }
}
