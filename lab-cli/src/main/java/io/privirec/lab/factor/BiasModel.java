package io.privirec.lab.factor;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.evaluation.RatingPredictor;

/// Ratings as mean + bias of the item + bias of the user, both held back by a ridge: what a model
/// of factors must be better than.
public final class BiasModel implements RatingPredictor {
  private static final double ITEM_RIDGE = 5;
  private static final double USER_RIDGE = 5;
  private static final int SWEEPS = 10;

  private final double mean;
  private final double lowest;
  private final double highest;
  private final double[] items;

  private BiasModel(double mean, double lowest, double highest, double[] items) {
    this.mean = mean;
    this.lowest = lowest;
    this.highest = highest;
    this.items = items;
  }

  /// Fits biases, by turns for users and items.
  public static BiasModel of(RatingMatrix data, double lowest, double highest) {
    InteractionMatrix pattern = data.pattern();
    double sum = 0;
    long count = 0;
    for (int p = 0; p < pattern.interactions(); p++) {
      if (!Float.isNaN(data.value(p))) {
        sum += data.value(p);
        count++;
      }
    }
    BiasModel model =
        new BiasModel(sum / Math.max(1, count), lowest, highest, new double[pattern.items()]);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double[] sums = new double[pattern.items()];
      int[] raters = new int[pattern.items()];
      for (int user = 0; user < pattern.users(); user++) {
        int[] own = pattern.row(user);
        float[] ratings = data.row(user);
        double bias = model.bias(own, ratings);
        for (int j = 0; j < own.length; j++) {
          if (!Float.isNaN(ratings[j])) {
            sums[own[j]] += ratings[j] - model.mean - bias;
            raters[own[j]]++;
          }
        }
      }
      for (int item = 0; item < sums.length; item++) {
        model.items[item] = sums[item] / (raters[item] + ITEM_RIDGE);
      }
    }
    return model;
  }

  private double bias(int[] history, float[] ratings) {
    double sum = 0;
    int count = 0;
    for (int j = 0; j < history.length; j++) {
      if (!Float.isNaN(ratings[j])) {
        sum += ratings[j] - mean - items[history[j]];
        count++;
      }
    }
    return sum / (count + USER_RIDGE);
  }

  @Override
  public double[] predict(int[] history, float[] ratings, int[] wanted) {
    double bias = bias(history, ratings);
    double[] predicted = new double[wanted.length];
    for (int n = 0; n < wanted.length; n++) {
      predicted[n] = mean + bias + items[wanted[n]];
    }
    return predicted;
  }

  @Override
  public double mean() {
    return mean;
  }

  @Override
  public double lowest() {
    return lowest;
  }

  @Override
  public double highest() {
    return highest;
  }
}
