package io.privirec.filter.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.factor.BoundedAls.Adaptive;
import io.privirec.filter.factor.BoundedAls.Interactions;
import io.privirec.filter.factor.BoundedAls.Ratings;
import io.privirec.filter.factor.BoundedAls.Ridge;
import io.privirec.filter.factor.BoundedAls.Sampled;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedAlsTest {
  private static final Ridge RIDGE = new Ridge(.05, 2, .5, .05);
  private static final int USERS = 200;
  private static final int ITEMS = 20;

  private static BoundedAls als(BoundedAls.Target target, int rank) {
    return new BoundedAls(target, new Adaptive(.5), rank, 2, 1, 8, RIDGE, 3);
  }

  private static BoundedAls ratings(int rank, double constant) {
    return als(new Ratings(1, 5, 2, constant), rank);
  }

  /// Users have a level, items a bias, and there are two tastes.
  private static RatingMatrix data() {
    Random random = new Random(1);
    int[] offsets = new int[USERS + 1];
    int[] columns = new int[USERS * ITEMS];
    float[] values = new float[columns.length];
    int count = 0;
    for (int user = 0; user < USERS; user++) {
      for (int item = 0; item < ITEMS; item++) {
        if (random.nextInt(3) > 0) {
          columns[count] = item;
          values[count++] =
              3
                  + (user % 3 - 1) / 2f
                  + (item % 5 - 2) / 4f
                  + (((user ^ item) & 1) == 0 ? .4f : -.4f);
        }
      }
      offsets[user + 1] = count;
    }
    return RatingMatrix.of(
        InteractionMatrix.of(USERS, ITEMS, offsets, Arrays.copyOf(columns, count)),
        Arrays.copyOf(values, count));
  }

  private static ItemFactors fit(BoundedAls als) {
    RatingMatrix data = data();
    return CentralFit.of(als, data, data.pattern().itemDegrees(), null, bound -> 0);
  }

  private static double rmse(ItemFactors model) {
    RatingMatrix data = data();
    double squares = 0;
    for (int user = 0; user < USERS; user++) {
      int[] own = data.pattern().row(user);
      float[] ones = new float[own.length];
      Arrays.fill(ones, 1);
      double[] vector = model.fold(own, data.row(user), ones).user();
      for (int j = 0; j < own.length; j++) {
        squares += Math.pow(model.score(vector, own[j]) - data.row(user)[j], 2);
      }
    }
    return Math.sqrt(squares / data.pattern().interactions());
  }

  @Test
  void fit_ratings_findsLevelsBiasesAndTastes() {
    // What is left: both tastes; nothing.
    assertThat(rmse(fit(ratings(1, .95)))).isLessThan(.5);
    assertThat(rmse(fit(ratings(2, .95)))).isLessThan(.2);
    assertThat(rmse(fit(ratings(3, 0)))).isLessThan(.4);
  }

  /// Users' own items score higher than the items that they lack.
  @Test
  void fit_interactions_tellsItemsOfTheHistoryFromOthers() {
    ItemFactors model = fit(als(new Interactions(.3, 0), 4));
    InteractionMatrix pattern = data().pattern();
    double above = 0;
    for (int user = 0; user < USERS; user++) {
      int[] own = pattern.row(user);
      float[] ones = new float[own.length];
      Arrays.fill(ones, 1);
      double[] vector = model.fold(own, new float[own.length], ones).user();
      for (int item = 0; item < ITEMS; item++) {
        boolean has = pattern.contains(user, item);
        above += model.score(vector, item) / (has ? own.length : own.length - ITEMS);
      }
    }
    assertThat(above / USERS).isGreaterThan(.02);
  }

  /// An item without a vector is expected to be like the user's others, and is not recommended.
  @Test
  void published_infrequentItem_scoresTheUsersLevel() {
    BoundedAls als =
        new BoundedAls(new Ratings(1, 5, 2, .9), new Adaptive(.5), 2, 1, .5, 8, RIDGE, 3);
    long[] counts = new long[ITEMS];
    Arrays.setAll(counts, item -> item);
    RatingMatrix data = data();
    ItemFactors model = CentralFit.of(als, data, counts, null, bound -> 0);

    assertThat(model.tells(3)).isFalse();
    assertThat(model.tells(ITEMS - 1)).isTrue();
    int[] own = {3, ITEMS - 1, ITEMS - 2};
    double[] user = model.fold(own, new float[] {4, 4, 4}, new float[] {1, 1, 1}).user();
    assertThat(model.score(user, 3)).isCloseTo(4, within(.3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .5, .95})
  void users_ofAnyVectors_haveANormOfOneAtMostAndTheConstant(double constant) {
    BoundedAls als = ratings(3, constant);
    RatingMatrix data = data();
    FrequentItems items = FrequentItems.of(data.pattern().itemDegrees(), ITEMS);
    Random random = new Random(2);
    for (double size : new double[] {1e-3, 1, 1e3, 1e18}) {
      DenseMatrix vectors = DenseMatrix.zeros(ITEMS, 3);
      for (int n = 0; n < vectors.data().length; n++) {
        vectors.data()[n] = (float) (size * random.nextGaussian());
      }
      BoundedUsers users = BoundedUsers.of(als, items, 3, vectors, data);
      for (int user = 0; user < USERS; user++) {
        double norm =
            Math.hypot(
                Math.hypot(users.coordinate(user, 0), users.coordinate(user, 1)),
                users.coordinate(user, 2));
        assertThat(norm).isLessThanOrEqualTo(1 + 1e-12);
        if (constant > 0) {
          assertThat(users.coordinate(user, 0)).isEqualTo(constant);
        }
      }
      for (int p = 0; p < data.pattern().interactions(); p++) {
        assertThat(users.target(p)).isBetween(-1.0, 1.0);
      }
    }
  }

  @Test
  void weights_adaptive_favourRareItemsAndAddUpToK() {
    FrequentItems items = FrequentItems.of(new long[] {0, 100, 4, 25, 900}, 4);
    double[] weights = new Adaptive(.5).of(items, 6, new int[] {0, 1, 2, 4}, bound -> 0);

    assertThat(items.place(0)).isEqualTo(-1);
    assertThat(weights[0]).isZero();
    assertThat(weights[2] / weights[1]).isCloseTo(5, within(1e-12));
    assertThat(weights[1] / weights[3]).isCloseTo(3, within(1e-12));
    assertThat(Arrays.stream(weights).map(w -> w * w).sum()).isCloseTo(6, within(1e-12));
    assertThat(new Adaptive(1).of(items, 6, new int[] {0}, bound -> 0)).containsExactly(0);
  }

  @Test
  void weights_sampled_areOneForKItems() {
    FrequentItems items = FrequentItems.of(new long[] {1, 100, 4, 25, 900}, 4);
    int[] row = {0, 1, 2, 3, 4};

    assertThat(new Sampled(true).of(items, 2, row, bound -> 0)).containsExactly(0, 0, 1, 1, 0);
    assertThat(new Sampled(false).of(items, 2, row, bound -> bound - 1))
        .containsExactly(0, 1, 0, 0, 1);
    assertThat(new Sampled(true).of(items, 9, row, bound -> 0)).containsExactly(0, 1, 1, 1, 1);
  }

  /// Noise of -5 on a diagonal: the least positive matrix in its place has 0 there, and the ridge
  /// keeps the solution small.
  @Test
  void solve_indefiniteEquations_takesTheNearestPositiveOnes() {
    BoundedAls als =
        new BoundedAls(
            new Ratings(1, 5, 2, 0), new Adaptive(.5), 2, 1, 1, 8, new Ridge(1, 2, 0, 1), 3);
    FrequentItems items = FrequentItems.of(new long[] {7}, 1);
    DenseMatrix vectors = DenseMatrix.zeros(1, 2);

    new ItemSolver(als, items, new double[0], /* features= */ null)
        .solve(0, new double[] {4, 0, -5}, new double[] {12, 3}, vectors);

    assertThat(vectors.data()).containsExactly(new float[] {2, 1.5f}, within(1e-6f));
  }

  @Test
  void mean_ofNoisySums_staysInTheRange() {
    Ratings range = new Ratings(1, 5, 2, 0);
    assertThat(new UserMeans(range, -400, 20).mean()).isEqualTo(1);
    assertThat(new UserMeans(range, 5, -3).mean()).isEqualTo(5);
    assertThat(new UserMeans(range, 5, 10).mean()).isEqualTo(4);
  }

  @Test
  void settings_outOfRange_areRefused() {
    assertThatThrownBy(() -> ratings(0, .5)).hasMessageContaining("rank must be at least 1");
    assertThatThrownBy(() -> new Ratings(5, 1, 2, 0)).hasMessageContaining("lowest");
    assertThatThrownBy(() -> new Ratings(1, 5, 2, 1)).hasMessageContaining("constant");
    assertThatThrownBy(() -> new Adaptive(2)).hasMessageContaining("exponent");
    assertThatThrownBy(() -> new Interactions(0, 0)).hasMessageContaining("unseenWeight");
    assertThatThrownBy(() -> new Ridge(0, 1, 0, 1)).hasMessageContaining("ridges");
  }
}
