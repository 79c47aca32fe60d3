package io.privirec.lab.factor;

import io.privirec.filter.factor.ItemFactorScores;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.lab.evaluation.RatingPredictor;
import java.util.Arrays;
import java.util.BitSet;

/// Items' vectors as the lab measures filters; scores are those that services answer with.
public class ItemFactorFilter implements ItemFilter {
  final ItemFactorScores scores;

  private ItemFactorFilter(ItemFactors model) {
    this.scores = new ItemFactorScores(model);
  }

  /// That of a model; one of ratings is a [RatingPredictor], too.
  public static ItemFilter of(ItemFactors model) {
    return model.objective().readsRatings() ? new OfRatings(model) : new ItemFactorFilter(model);
  }

  @Override
  public int items() {
    return scores.model().items();
  }

  /// Without ratings.
  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    DenseMatrix all = DenseMatrix.zeros(histories.length, items());
    RowBlocks.forEach(
        histories.length,
        1,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            float[] none = new float[histories[row].length];
            Arrays.fill(none, Float.NaN);
            float[] scored = scores.of(histories[row], none);
            System.arraycopy(scored, 0, all.data(), row * items(), items());
          }
        });
    return all;
  }

  @Override
  public BitSet unscored() {
    return scores.unscored();
  }

  private static final class OfRatings extends ItemFactorFilter implements RatingPredictor {
    OfRatings(ItemFactors model) {
      super(model);
    }

    @Override
    public double[] predict(int[] history, float[] ratings, int[] items) {
      float[] all = scores.of(history, ratings);
      return Arrays.stream(items).mapToDouble(item -> predicted(all[item])).toArray();
    }

    @Override
    public double mean() {
      return scores.model().mean();
    }

    @Override
    public double lowest() {
      return scores.model().objective().lowest();
    }

    @Override
    public double highest() {
      return scores.model().objective().highest();
    }
  }
}
