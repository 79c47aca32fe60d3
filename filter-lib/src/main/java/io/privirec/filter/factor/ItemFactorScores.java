package io.privirec.filter.factor;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.BitSet;

/// Scores of histories by items' vectors, in floats and in one order of operations: the same bits
/// for the same history, in a service, at home and in the lab. Immutable; safe for use by several
/// threads.
public final class ItemFactorScores {
  private final ItemFactors model;

  /// Coordinate by coordinate, so that scoring adds whole rows: shape [rank × items].
  private final DenseMatrix byCoordinate;

  private final BitSet unscored = new BitSet();

  public ItemFactorScores(ItemFactors model) {
    this.model = model;
    this.byCoordinate = model.factors().transpose();
    for (int item = 0; item < model.items(); item++) {
      unscored.set(item, !model.tells(item));
    }
  }

  public ItemFactors model() {
    return model;
  }

  /// Folds a history in. Somebody who has an item without a rating is taken to like it.
  ///
  /// @param items indices, ascending, each at most once
  /// @param ratings one for each item; NaN where there is none
  /// @param weights one for each item, positive
  public ItemFactors.FoldIn fold(int[] items, float[] ratings, float[] weights) {
    float[] given = ratings.clone();
    for (int n = 0; n < given.length; n++) {
      if (Float.isNaN(given[n])) {
        given[n] = (float) model.objective().highest();
      }
    }
    return model.fold(items, given, weights);
  }

  /// Scores all items. An item without a vector scores 0, as all do for a history that says
  /// nothing.
  ///
  /// @param scores shape [items]; overwritten
  public void score(ItemFactors.FoldIn folded, float[] scores) {
    double[] user = folded.user();
    float[] vector = new float[user.length];
    for (int n = 0; n < vector.length; n++) {
      vector[n] = (float) user[n];
    }
    multiply(vector, scores);
    for (int item = 0; item < scores.length; item++) {
      float base = folded.says() ? (float) model.base(item) : 0;
      scores[item] = model.has(item) ? scores[item] + base : 0;
    }
  }

  /// The rating that is predicted of an item, within the range of ratings. Of a model of ratings
  /// alone, and an item with a vector.
  ///
  /// @param score of the item for that history; not read for a history that says nothing, for which
  ///   anybody's rating is predicted
  public float rating(ItemFactors.FoldIn folded, int item, float score) {
    LeastSquares objective = model.objective();
    double rating = folded.says() ? score : model.base(item);
    return (float) Math.clamp(rating, objective.lowest(), objective.highest());
  }

  /// The scores of a history of which every item counts the same.
  ///
  /// @param items indices, ascending, each at most once
  /// @param ratings one for each item; NaN where there is none
  /// @return shape [items]
  public float[] of(int[] items, float[] ratings) {
    float[] ones = new float[items.length];
    Arrays.fill(ones, 1);
    float[] scores = new float[model.items()];
    score(fold(items, ratings, ones), scores);
    return scores;
  }

  /// The products of a vector with those of all items.
  ///
  /// @param vector shape [rank]
  /// @param products shape [items]; overwritten
  public void multiply(float[] vector, float[] products) {
    Arrays.fill(products, 0);
    for (int n = 0; n < vector.length; n++) {
      Axpy.add(vector[n], byCoordinate.data(), n * products.length, products, 0, products.length);
    }
  }

  /// Items of which the model says nothing, whatever the history: they rank after all others, since
  /// what these score may be below 0.
  public BitSet unscored() {
    return (BitSet) unscored.clone();
  }
}
