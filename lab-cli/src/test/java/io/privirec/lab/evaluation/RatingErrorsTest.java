package io.privirec.lab.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatingErrorsTest {
  /// Ada rated a with 5 and b with 2, and is tested on c, which she rated with 4; Bob rated nothing
  /// and is tested on b, which he rated with 1, and on c, which he has not rated.
  private static final TestUsers USERS =
      new TestUsers(
          Dataset.of(
              "two",
              List.of("ada", "bob"),
              List.of("a", "b", "c"),
              RatingMatrix.of(
                  InteractionMatrix.of(2, 3, new int[] {0, 2, 3}, new int[] {0, 1, 0}),
                  new float[] {5, 2, Float.NaN}),
              RatingMatrix.of(
                  InteractionMatrix.of(2, 3, new int[] {0, 1, 3}, new int[] {2, 1, 2}),
                  new float[] {4, 1, Float.NaN})));

  /// Predicts ten times the number of the item.
  private record Tenfold(double mean, double lowest, double highest) implements RatingPredictor {
    @Override
    public double[] predict(int[] history, float[] ratings, int[] items) {
      return Arrays.stream(items).mapToDouble(item -> 10 * item).toArray();
    }
  }

  private static final RatingPredictor TENFOLD = new Tenfold(3, 1, 5);

  @Test
  void of_predictionsOutOfRange_areCutToItAndMissingRatingsLeftOut() {
    assertThat(RatingErrors.of(TENFOLD, USERS))
        .isEqualTo(new RatingErrors(Math.sqrt((1 + 16) / 2.0), 2));
  }

  @Test
  void ofUserMeans_userWithoutRatings_isPredictedTheMeanOfAll() {
    assertThat(RatingErrors.ofUserMeans(TENFOLD, USERS))
        .isEqualTo(new RatingErrors(Math.sqrt((.25 + 4) / 2), 2));
  }
}
