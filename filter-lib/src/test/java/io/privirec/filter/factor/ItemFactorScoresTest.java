package io.privirec.filter.factor;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ItemFactorScoresTest {
  private static final int ITEMS = 37;
  private static final int RANK = 3;
  private static final int WITHOUT_VECTOR = 5;
  private static final int WITHOUT_BIAS = 6;
  private static final int[] HISTORY = {1, 4, 7, 9};
  private static final float[] RATINGS = {5, 2, 3.5f, 1};

  private static ItemFactors model(boolean biased) {
    Random random = new Random(3);
    float[] factors = new float[ITEMS * RANK];
    float[] biases = new float[biased ? ITEMS : 0];
    for (int item = 0; item < ITEMS; item++) {
      for (int n = 0; n < RANK; n++) {
        factors[item * RANK + n] =
            item == WITHOUT_VECTOR ? 0 : biased && n == 0 ? 4 : random.nextFloat() - .5f;
      }
    }
    for (int item = 0; item < biases.length; item++) {
      biases[item] = item == WITHOUT_BIAS ? 0 : random.nextFloat() - .5f;
    }
    return new ItemFactors(
        new LeastSquares.Explicit(RANK, .1, 1, 5),
        3.2,
        biases,
        DenseMatrix.of(ITEMS, RANK, factors));
  }

  /// The base comes last, and each step is rounded once.
  @Test
  void of_aHistory_isOneChainOfFloats() {
    for (boolean biased : new boolean[] {false, true}) {
      ItemFactors model = model(biased);
      double[] user = model.fold(HISTORY, RATINGS, new float[] {1, 1, 1, 1}).user();
      float[] scores = new ItemFactorScores(model).of(HISTORY, RATINGS);
      for (int item = 0; item < ITEMS; item++) {
        float expected = 0;
        for (int n = 0; n < RANK; n++) {
          expected = Math.fma(model.factors().get(item, n), (float) user[n], expected);
        }
        expected += (float) model.base(item);
        assertThat(scores[item]).isEqualTo(item == WITHOUT_VECTOR ? 0 : expected);
      }
    }
  }

  @Test
  void rating_isTheScoreWithinTheRange() {
    ItemFactorScores scores = new ItemFactorScores(model(true));
    ItemFactors.FoldIn folded = scores.fold(HISTORY, RATINGS, new float[] {1, 1, 1, 1});

    assertThat(scores.rating(folded, 3, 2.25f)).isEqualTo(2.25f);
    assertThat(scores.rating(folded, 3, 5.25f)).isEqualTo(5);
    assertThat(scores.rating(folded, 3, -1)).isEqualTo(1);
  }

  @Test
  void rating_ofAHistoryThatSaysNothing_isThatOfAnybody() {
    ItemFactorScores scores = new ItemFactorScores(model(true));
    ItemFactors.FoldIn nothing = scores.fold(new int[0], new float[0], new float[0]);

    assertThat(scores.rating(nothing, 3, 0)).isEqualTo((float) scores.model().base(3));
  }

  @Test
  void of_anItemWithoutARating_isThatOfTheHighest() {
    ItemFactorScores scores = new ItemFactorScores(model(true));
    assertThat(scores.of(HISTORY, new float[] {Float.NaN, 2, 3.5f, 1}))
        .isEqualTo(scores.of(HISTORY, RATINGS));
  }

  @Test
  void of_aHistoryThatSaysNothing_isZero() {
    ItemFactorScores scores = new ItemFactorScores(model(false));
    assertThat(scores.of(new int[0], new float[0])).isEqualTo(new float[ITEMS]);
    assertThat(scores.of(new int[] {WITHOUT_VECTOR}, new float[] {4})).isEqualTo(new float[ITEMS]);
  }

  @Test
  void unscored_areItemsThatNothingTellsApart() {
    assertThat(new ItemFactorScores(model(false)).unscored().stream())
        .containsExactly(WITHOUT_VECTOR);
    assertThat(new ItemFactorScores(model(true)).unscored().stream())
        .containsExactly(WITHOUT_VECTOR, WITHOUT_BIAS);
  }

  @Test
  void score_intoAUsedVector_isTheSame() {
    ItemFactorScores scores = new ItemFactorScores(model(true));
    float[] used = new float[ITEMS];
    Arrays.fill(used, 7);
    scores.score(scores.fold(HISTORY, RATINGS, new float[] {1, 1, 1, 1}), used);
    assertThat(used).isEqualTo(scores.of(HISTORY, RATINGS));
  }
}
