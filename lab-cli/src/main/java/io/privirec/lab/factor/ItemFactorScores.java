package io.privirec.lab.factor;

import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.lab.evaluation.RatingPredictor;
import java.util.Arrays;

/// What items' vectors say about histories.
public class ItemFactorScores implements ItemFilter {
  final ItemFactors model;

  private ItemFactorScores(ItemFactors model) {
    this.model = model;
  }

  /// Those of a model; one of ratings is a [RatingPredictor], too.
  public static ItemFilter of(ItemFactors model) {
    return model.objective().readsRatings() ? new OfRatings(model) : new ItemFactorScores(model);
  }

  @Override
  public int items() {
    return model.items();
  }

  /// Items that the model does not tell from others score 0.
  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    DenseMatrix scores = DenseMatrix.zeros(histories.length, items());
    RowBlocks.forEach(
        histories.length,
        1,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            double[] user = fold(histories[row], ones(histories[row].length));
            for (int item = 0; item < items(); item++) {
              scores.data()[row * items() + item] =
                  model.tells(item) ? (float) model.score(user, item) : 0;
            }
          }
        });
    return scores;
  }

  double[] fold(int[] history, float[] ratings) {
    return model.fold(history, ratings, ones(history.length)).user();
  }

  private static float[] ones(int length) {
    float[] ones = new float[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static final class OfRatings extends ItemFactorScores implements RatingPredictor {
    OfRatings(ItemFactors model) {
      super(model);
    }

    @Override
    public double[] predict(int[] history, float[] ratings, int[] items) {
      double[] user = fold(history, ratings);
      return Arrays.stream(items).mapToDouble(item -> model.score(user, item)).toArray();
    }

    @Override
    public double mean() {
      return model.mean();
    }

    @Override
    public double lowest() {
      return model.objective().lowest();
    }

    @Override
    public double highest() {
      return model.objective().highest();
    }
  }
}
