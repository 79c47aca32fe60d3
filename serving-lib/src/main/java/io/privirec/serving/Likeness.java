package io.privirec.serving;

import io.privirec.filter.graph.FilterRow;
import java.util.Arrays;

/**
 * How like each other two items are, in [0, 1]: the mean of F_ij and F_ji, nothing where it is
 * negative, relative to the larger of the two largest entries that items i and j have for any other
 * item. So 1 means that each is the other's nearest. A model that knows popularity alone finds no
 * two items alike. Thread-safe.
 */
final class Likeness {
  private final Scorer scorer;

  /** Largest entry of each row but the item's own; NaN until somebody needs it. */
  private final float[] largest;

  Likeness(Scorer scorer) {
    this.scorer = scorer;
    this.largest = new float[scorer.items()];
    Arrays.fill(largest, Float.NaN);
  }

  double of(int i, int j) {
    if (!(scorer instanceof Scorer.Personal personal)) {
      return 0;
    }
    double mean = ((double) personal.contribution(i, j) + personal.contribution(j, i)) / 2;
    return mean <= 0 ? 0 : mean / Math.max(largest(personal, i), largest(personal, j));
  }

  /** Whoever races here finds the same. */
  private float largest(Scorer.Personal personal, int item) {
    if (Float.isNaN(largest[item])) {
      FilterRow row = personal.alike(item);
      float most = 0;
      for (int n = 0; n < row.length(); n++) {
        if (row.item(n) != item) {
          most = Math.max(most, row.value(n));
        }
      }
      largest[item] = most;
    }
    return largest[item];
  }
}
