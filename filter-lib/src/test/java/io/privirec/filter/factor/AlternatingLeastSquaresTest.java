package io.privirec.filter.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AlternatingLeastSquaresTest {
  private static final int USERS = 80;
  private static final int ITEMS = 25;
  private static final int RANK = 3;
  private static final double LAMBDA = .1;

  /// Two unlike computations: alternating least squares, and the objective written out, whose
  /// slopes along every item's bias and vector are zero at its minimum.
  @Test
  void fit_ofRatings_makesTheGradientOfLevelsBiasesAndVectorsZero() {
    RatingMatrix data = ratings(1, 5);
    LeastSquares objective = new LeastSquares.Explicit(RANK, LAMBDA, 1, 5);

    ItemFactors model = AlternatingLeastSquares.fit(objective, data, 300, 1, 7);

    double[][] users = new double[USERS][];
    for (int user = 0; user < USERS; user++) {
      users[user] = fold(model, data, user);
    }
    double constant = objective.biasConstant();
    assertThat(constant).isEqualTo(4);
    InteractionMatrix raters = data.pattern().transpose();
    for (int item = 0; item < ITEMS; item++) {
      double[] slopes = new double[RANK];
      for (int p = raters.rowStart(item); p < raters.rowEnd(item); p++) {
        double[] user = users[raters.column(p)];
        double error = model.score(user, item) - rating(data, raters.column(p), item);
        slopes[0] += error * constant + LAMBDA * (model.base(item) - model.mean()) / constant;
        for (int n = 1; n < RANK; n++) {
          slopes[n] += error * user[n] + LAMBDA * model.factors().get(item, n);
        }
      }
      assertThat(slopes).containsOnly(new double[] {0, 0, 0}, within(2e-3));
    }
  }

  @Test
  void fit_ofRankOne_isLevelsAndBiases() {
    RatingMatrix data = ratings(1, 5);
    ItemFactors model =
        AlternatingLeastSquares.fit(new LeastSquares.Explicit(1, LAMBDA, 1, 5), data, 50, 1, 7);

    double level = 4 * fold(model, data, 0)[0];

    for (int item = 0; item < ITEMS; item++) {
      assertThat(model.score(fold(model, data, 0), item))
          .isCloseTo(model.base(item) + level, within(1e-6));
    }
    assertThat(Math.abs(level)).isGreaterThan(.01);
  }

  /// λ has the unit of a rating: what is predicted does not depend on it.
  @Test
  void fit_ofRatingsInAnotherUnit_predictsTheSame() {
    RatingMatrix fives = ratings(1, 5);
    RatingMatrix hundreds = ratings(20, 100);

    ItemFactors five =
        AlternatingLeastSquares.fit(new LeastSquares.Explicit(1, LAMBDA, 1, 5), fives, 20, 1, 7);
    ItemFactors hundred =
        AlternatingLeastSquares.fit(
            new LeastSquares.Explicit(1, 20 * LAMBDA, 20, 100), hundreds, 20, 1, 7);

    for (int item = 0; item < ITEMS; item++) {
      assertThat(hundred.score(fold(hundred, hundreds, 3), item))
          .isCloseTo(20 * five.score(fold(five, fives, 3), item), within(1e-3));
    }
  }

  /// An item that everybody loves must not take a prediction for nobody in particular out of the
  /// range: users' targets are bounded by that.
  @Test
  void fit_itemLovedByTheStrict_keepsItsBaseInTheRange() {
    float[] values = {1, 1, 1, 5, 1, 1, 1, 5, 4, 4, 4};
    int[] columns = {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2};
    RatingMatrix data =
        RatingMatrix.of(InteractionMatrix.of(3, 4, new int[] {0, 4, 8, 11}, columns), values);

    ItemFactors model =
        AlternatingLeastSquares.fit(new LeastSquares.Explicit(1, .001, 1, 5), data, 30, 1, 7);

    assertThat(model.base(3)).isCloseTo(5, within(1e-6));
    for (int item = 0; item < 4; item++) {
      assertThat(model.objective().holds(model.base(item))).isTrue();
    }
  }

  /// Somebody who rated nothing but such items has a level, but no fit was made with it.
  @Test
  void published_itemOfFewRaters_hasALevelAndNoVector() {
    RatingMatrix data = ratings(1, 5);
    LeastSquares objective = new LeastSquares.Explicit(RANK, LAMBDA, 1, 5);
    long[] raters = RatingTotals.of(objective, data).raters();
    int least = (int) Arrays.stream(raters).sorted().toArray()[ITEMS / 2];

    ItemFactors model = AlternatingLeastSquares.fit(objective, data, 3, least, 7);

    for (int item = 0; item < ITEMS; item++) {
      assertThat(model.has(item)).isTrue();
      assertThat(model.tells(item)).isEqualTo(raters[item] >= least);
      if (!model.tells(item)) {
        assertThat(model.factors().get(item, 0)).isEqualTo(4);
        assertThat(model.factors().get(item, 1)).isZero();
      }
    }
  }

  private static double[] fold(ItemFactors model, RatingMatrix data, int user) {
    float[] ones = new float[data.pattern().rowLength(user)];
    Arrays.fill(ones, 1);
    return model.fold(data.pattern().row(user), data.row(user), ones).user();
  }

  private static double rating(RatingMatrix data, int user, int item) {
    return data.row(user)[Arrays.binarySearch(data.pattern().row(user), item)];
  }

  /// Everybody rates about half of the items, some users and items higher than others.
  private static RatingMatrix ratings(float low, float high) {
    Random random = new Random(5);
    int[] offsets = new int[USERS + 1];
    int[] columns = new int[USERS * ITEMS];
    float[] values = new float[columns.length];
    int count = 0;
    for (int user = 0; user < USERS; user++) {
      for (int item = 0; item < ITEMS; item++) {
        if (random.nextBoolean()) {
          double part =
              .2 * (user % 3)
                  + .1 * (item % 4)
                  + .1 * ((user + item) % 3)
                  + .1 * random.nextDouble();
          columns[count] = item;
          values[count++] = (float) (low + (high - low) * part);
        }
      }
      offsets[user + 1] = count;
    }
    return RatingMatrix.of(
        InteractionMatrix.of(USERS, ITEMS, offsets, Arrays.copyOf(columns, count)),
        Arrays.copyOf(values, count));
  }
}
