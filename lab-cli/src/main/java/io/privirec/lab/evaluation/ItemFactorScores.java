package io.privirec.lab.evaluation;

import io.privirec.federation.als.Als;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RowBlocks;
import java.util.Arrays;

/// What items' vectors say about histories.
///
/// @param model of the items
public record ItemFactorScores(ItemFactors model) implements ItemFilter {
  /// The vectors that a session publishes, from all data in one place, without secure sums.
  public static ItemFactorScores central(Als algorithm, Dataset dataset) {
    return new ItemFactorScores(
        AlternatingLeastSquares.fit(
            algorithm.objective(),
            dataset.trainRatings(),
            algorithm.steps(),
            algorithm.minRaters(),
            algorithm.seed()));
  }

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

  /// What the model says that users would rate the items held out of their histories.
  double[][] predictions(TestUsers users) {
    double[][] predictions = new double[users.count()][];
    for (int n = 0; n < predictions.length; n++) {
      float[] ratings = users.ratings(n);
      float[] ones = new float[ratings.length];
      Arrays.fill(ones, 1);
      double[] user = model.fold(users.history(n), ratings, ones).user();
      predictions[n] =
          Arrays.stream(users.heldOut(n)).mapToDouble(item -> model.score(user, item)).toArray();
    }
    return predictions;
  }
}
