package io.privirec.serving.ranking;

import io.privirec.serving.scoring.ReleasedModel;
import java.util.Arrays;

/// How like each other two items are, in [0, 1]: the mean of F_ij and F_ji, nothing where it is
/// negative, relative to the larger of the two largest entries that items i and j have for any
/// other item. So 1 means that each is the other's nearest. A model that knows popularity alone
/// finds no two items alike. Thread-safe.
final class ItemSimilarity {
  private final ReleasedModel model;

  /// Largest entry of each row but the item's own; NaN until somebody needs it.
  private final float[] largest;

  ItemSimilarity(ReleasedModel model) {
    this.model = model;
    this.largest = new float[model.items()];
    Arrays.fill(largest, Float.NaN);
  }

  double of(int i, int j) {
    double mean = ((double) model.contribution(i, j) + model.contribution(j, i)) / 2;
    return mean <= 0 ? 0 : mean / Math.max(largest(i), largest(j));
  }

  /// Whoever races here finds the same.
  private float largest(int item) {
    if (Float.isNaN(largest[item])) {
      largest[item] = model.largestContribution(item);
    }
    return largest[item];
  }
}
