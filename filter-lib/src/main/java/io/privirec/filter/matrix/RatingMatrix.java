package io.privirec.filter.matrix;

import java.util.Arrays;
import java.util.BitSet;
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

  private static RatingMatrix owning(InteractionMatrix pattern, float[] values) {
    if (values.length != pattern.interactions()) {
      throw new IllegalArgumentException(
          "values must be %s. Provided: %s".formatted(pattern.interactions(), values.length));
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

  /// Some of the users, in the order given.
  public RatingMatrix rows(int[] users) {
    InteractionMatrix chosen = pattern.rows(users);
    if (values == null) {
      return of(chosen);
    }
    float[] kept = new float[chosen.interactions()];
    int next = 0;
    for (int user : users) {
      System.arraycopy(values, pattern.rowStart(user), kept, next, pattern.rowLength(user));
      next += pattern.rowLength(user);
    }
    return owning(chosen, kept);
  }

  /// Some of the interactions, with as many users and items as here.
  ///
  /// @param positions of the pattern
  public RatingMatrix only(BitSet positions) {
    int users = pattern.users();
    int[] offsets = new int[users + 1];
    int[] columns = new int[positions.cardinality()];
    float[] kept = new float[values == null ? 0 : columns.length];
    int count = 0;
    for (int user = 0; user < users; user++) {
      int end = pattern.rowEnd(user);
      for (int p = positions.nextSetBit(pattern.rowStart(user));
          p >= 0 && p < end;
          p = positions.nextSetBit(p + 1)) {
        if (values != null) {
          kept[count] = values[p];
        }
        columns[count++] = pattern.column(p);
      }
      offsets[user + 1] = count;
    }
    InteractionMatrix chosen = InteractionMatrix.of(users, pattern.items(), offsets, columns);
    return values == null ? of(chosen) : owning(chosen, kept);
  }

  /// Chosen items in another order.
  ///
  /// @param chosen no item twice
  public RatingMatrix items(int[] chosen) {
    InteractionMatrix among = pattern.items(chosen);
    if (!hasValues()) {
      return of(among);
    }
    float[] kept = new float[among.interactions()];
    for (int user = 0; user < among.users(); user++) {
      int[] had = pattern.row(user);
      for (int n = among.rowStart(user); n < among.rowEnd(user); n++) {
        int position = Arrays.binarySearch(had, chosen[among.column(n)]);
        kept[n] = value(pattern.rowStart(user) + position);
      }
    }
    return owning(among, kept);
  }

  /// The same of the first items, or with items behind that nobody has; users that are left without
  /// interactions are left out.
  ///
  /// @param count number of items, at least 0
  public RatingMatrix firstItems(int count) {
    InteractionMatrix first = pattern.firstItems(count);
    if (values == null) {
      return of(first);
    }
    float[] kept = new float[first.interactions()];
    int next = 0;
    for (int p = 0; p < values.length; p++) {
      if (pattern.column(p) < count) {
        kept[next++] = values[p];
      }
    }
    return owning(first, kept);
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
