package io.privirec.lab.experiment;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/// What items' vectors say about histories, and how well they predict ratings.
///
/// @param model of the items
record ItemFactorScores(ItemFactors model) implements ItemFilter {
  @Override
  public int items() {
    return model.items();
  }

  /// Items without a vector score 0.
  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    DenseMatrix scores = DenseMatrix.zeros(histories.length, items());
    RowBlocks.forEach(
        histories.length,
        1,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            float[] ones = new float[histories[row].length];
            Arrays.fill(ones, 1);
            double[] user = model.fold(histories[row], ones, ones).user();
            for (int item = 0; item < items(); item++) {
              scores.data()[row * items() + item] =
                  model.has(item) ? (float) model.score(user, item) : 0;
            }
          }
        });
    return scores;
  }

  /// Root mean squares of the errors on the test ratings: of the model, its predictions cut to the
  /// range, and of each user's mean as a measure to compare with.
  static Map<String, Double> errors(ItemFactors model, Dataset dataset) {
    RatingMatrix train = dataset.trainRatings();
    RatingMatrix test = dataset.testRatings();
    LeastSquares range = model.objective();
    InteractionMatrix pattern = test.pattern();
    DenseMatrix users = model.users(train);
    double ofModel = 0;
    double ofMeans = 0;
    long count = 0;
    for (int user = 0; user < pattern.users(); user++) {
      double mean = mean(train.row(user), model.mean());
      int row = user;
      double[] vector = new double[model.rank()];
      Arrays.setAll(vector, n -> users.get(row, n));
      for (int p = pattern.rowStart(user); p < pattern.rowEnd(user); p++) {
        double rating = test.value(p);
        if (!Double.isNaN(rating)) {
          double predicted =
              Math.clamp(model.score(vector, pattern.column(p)), range.lowest(), range.highest());
          ofModel += (predicted - rating) * (predicted - rating);
          ofMeans += (mean - rating) * (mean - rating);
          count++;
        }
      }
    }
    Map<String, Double> errors = new LinkedHashMap<>();
    errors.put("rmse", Math.sqrt(ofModel / count));
    errors.put("rmse of user means", Math.sqrt(ofMeans / count));
    return errors;
  }

  private static double mean(float[] ratings, double otherwise) {
    double sum = 0;
    int count = 0;
    for (float rating : ratings) {
      if (!Float.isNaN(rating)) {
        sum += rating;
        count++;
      }
    }
    return count == 0 ? otherwise : sum / count;
  }
}
