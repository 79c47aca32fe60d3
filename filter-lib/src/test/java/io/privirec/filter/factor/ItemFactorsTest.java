package io.privirec.filter.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ItemFactorsTest {
  private static final int ITEMS = 12;
  private static final int RANK = 3;
  private static final float[] ONES = {1, 1, 1, 1};

  @TempDir Path directory;

  static Stream<LeastSquares> objectives() {
    return Stream.of(
        new LeastSquares.Explicit(RANK, .1, 1, 5), new LeastSquares.Implicit(RANK, .5, .3));
  }

  /// Against the gradient of the objective, written out: it is zero at the solution.
  @ParameterizedTest
  @MethodSource("objectives")
  void user_ofAHistory_makesTheGradientZero(LeastSquares objective) {
    ItemFactors model = model(objective);
    int[] items = {1, 4, 7, 9};
    float[] ratings = {5, 2, 3.5f, 1};

    double[] user = model.fold(items, ratings, ONES).user();

    for (int n = 0; n < RANK; n++) {
      double gradient = objective.ridge(items.length) * user[n];
      for (int j = 0; j < items.length; j++) {
        double error = model.score(user, items[j]) - model.mean();
        gradient +=
            (error - objective.target(ratings[j], model.mean())) * model.factors().get(items[j], n);
      }
      for (int item = 0; item < ITEMS; item++) {
        gradient +=
            objective.unseenWeight()
                * (model.score(user, item) - model.mean())
                * model.factors().get(item, n);
      }
      assertThat(gradient).isCloseTo(0, within(1e-5));
    }
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void contributions_ofAHistory_addUpToTheScoreAboveTheMean(LeastSquares objective) {
    ItemFactors model = model(objective);
    int[] items = {0, 2, 3, 11};
    float[] ratings = {4, 2, 3.5f, 1};
    double[] user = model.fold(items, ratings, ONES).user();

    for (int item = 0; item < ITEMS; item++) {
      assertThat(
              Arrays.stream(model.fold(items, ratings, ONES).contributions(item)).sum()
                  + model.mean())
          .isCloseTo(model.score(user, item), within(1e-5));
    }
  }

  /// With biases, and a level of the user's own: the score for whoever has no history is the item's
  /// bias above the mean, and a history's items add the rest.
  @Test
  void contributions_withBiases_addUpToTheScoreAboveItsBase() throws IOException {
    float[] biases = new float[ITEMS];
    biases[2] = .5f;
    biases[7] = -1;
    LeastSquares objective = new LeastSquares.Explicit(RANK, .1, 1, 5);
    Path file = directory.resolve("biased.safetensors");
    ItemFactorsFile.write(file, new ItemFactors(objective, 3, biases, model(objective).factors()));
    ItemFactors model = ItemFactorsFile.read(file);
    int[] items = {0, 2, 3, 7};

    ItemFactors.FoldIn folded = model.fold(items, new float[] {4, 5, 3.5f, 1}, ONES);

    for (int item = 0; item < ITEMS; item++) {
      assertThat(model.base(item)).isEqualTo(3 + (double) biases[item]);
      assertThat(model.tells(item)).isEqualTo(item == 2 || item == 7);
      assertThat(Arrays.stream(folded.contributions(item)).sum() + model.base(item))
          .isCloseTo(model.score(folded.user(), item), within(1e-5));
      assertThat(model.score(new double[RANK], item)).isEqualTo(model.base(item));
    }
  }

  @Test
  void user_itemWithoutAVectorOrARating_takesNoPart() {
    ItemFactors model = model(new LeastSquares.Explicit(RANK, .1, 1, 5));

    double[] user = model.fold(new int[] {1, 4}, new float[] {5, 2}, new float[] {1, 1}).user();

    assertThat(model.has(5)).isFalse();
    assertThat(model.fold(new int[] {1, 4, 5, 6}, new float[] {5, 2, 1, Float.NaN}, ONES).user())
        .containsExactly(user);
    assertThat(model.score(user, 5)).isEqualTo(model.mean());
    assertThat(model.fold(new int[0], new float[0], new float[0]).user()).containsOnly(0);
  }

  /// Without a ridge that counts items, a weight of 2 is the item twice.
  @Test
  void user_itemOfWeightTwo_countsTwice() {
    LeastSquares objective = new LeastSquares.Implicit(RANK, .5, .3);
    ItemFactors model = model(objective);
    NormalEquations twice = new NormalEquations(RANK);
    for (int item : new int[] {1, 4, 4}) {
      twice.add(model.factors().data(), item * RANK, 1, 1);
    }
    double[] triangle = new double[NormalEquations.triangle(RANK)];
    double[] expected = new double[RANK];
    twice.copy(triangle, expected);
    for (int n = 0; n < triangle.length; n++) {
      triangle[n] += model.unseen()[n];
    }
    assertThat(NormalEquations.factorise(triangle, objective.ridge(2), RANK)).isTrue();
    NormalEquations.substitute(triangle, expected);

    double[] user = model.fold(new int[] {1, 4}, new float[2], new float[] {1, 2}).user();

    assertThat(user).containsExactly(expected, within(1e-5));
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void read_ofWhatWasWritten_isTheSameModel(LeastSquares objective) throws IOException {
    ItemFactors model = model(objective);
    Path file = directory.resolve("item-factors.safetensors");

    ItemFactorsFile.write(file, model);
    ItemFactors read = ItemFactorsFile.read(file);

    assertThat(read.objective()).isEqualTo(objective);
    assertThat(read.mean()).isEqualTo(model.mean());
    assertThat(read.factors().data()).containsExactly(model.factors().data());
  }

  @Test
  void read_ofAnotherFile_isRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("no.safetensors"), "not tensors at all");

    assertThatThrownBy(() -> ItemFactorsFile.read(file)).isInstanceOf(SafetensorsException.class);
  }

  @Test
  void factorise_matrixThatIsNotPositiveDefinite_saysSo() {
    assertThat(NormalEquations.factorise(new double[] {1, 2, 1}, 0, 2)).isFalse();
    assertThat(NormalEquations.factorise(new double[] {Double.NaN, 2, 1}, 0, 2)).isFalse();
    assertThat(NormalEquations.factorise(new double[] {1, .5, 1}, 0, 2)).isTrue();
  }

  /// Weights up to the largest that a request may have.
  @ParameterizedTest
  @MethodSource("objectives")
  void fold_itemOfAHugeWeight_hasAFiniteVector(LeastSquares objective) {
    double[] user =
        model(objective).fold(new int[] {1}, new float[] {5}, new float[] {1e6f}).user();

    assertThat(user).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
  }

  /// Item 5 has no vector.
  private static ItemFactors model(LeastSquares objective) {
    Random random = new Random(1);
    DenseMatrix factors = DenseMatrix.zeros(ITEMS, RANK);
    for (int n = 0; n < factors.data().length; n++) {
      factors.data()[n] = n / RANK == 5 ? 0 : (float) random.nextGaussian();
    }
    return new ItemFactors(objective, objective.readsRatings() ? 3.2 : 0, factors);
  }
}
