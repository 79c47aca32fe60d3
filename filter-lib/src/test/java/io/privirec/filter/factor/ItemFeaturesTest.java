package io.privirec.filter.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.factor.BoundedAls.Adaptive;
import io.privirec.filter.factor.BoundedAls.Interactions;
import io.privirec.filter.factor.BoundedAls.Ridge;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ItemFeaturesTest {
  private static final int RANK = 2;
  private static final double WEIGHT = 7;

  /// Item 1 is in no category; item 4 is not frequent.
  private static final ItemFeatures FEATURES =
      ItemFeatures.of(
          List.of(
              List.of("war", "drama", "war"),
              List.of(),
              List.of("drama"),
              List.of("war"),
              List.of("western"),
              List.of("comedy", "drama")));

  private static final FrequentItems FREQUENT =
      FrequentItems.of(new long[] {60, 50, 40, 30, 1, 20}, 5);

  @TempDir private Path directory;

  @Test
  void of_categoriesOfItems_ordersThemByName() {
    assertThat(FEATURES.items()).isEqualTo(6);
    assertThat(FEATURES.categories()).isEqualTo(4);
    assertThat(FEATURES.described()).isEqualTo(5);
    assertThat(FEATURES.of(0)).containsExactly(1, 2);
    assertThat(FEATURES.of(1)).isEmpty();
    assertThat(FEATURES.of(4)).containsExactly(3);
  }

  @Test
  void of_tooManyCategories_isRefused() {
    List<List<String>> many =
        IntStream.rangeClosed(0, ItemFeatures.MAX_CATEGORIES)
            .mapToObj(n -> List.of("c" + n))
            .toList();

    assertThatThrownBy(() -> ItemFeatures.of(many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 4096. Provided value: 4097");
  }

  @Test
  void read_ofWhatWasWritten_isTheSame() throws IOException {
    Path file = directory.resolve(ItemFeaturesFile.NAME);
    ItemFeaturesFile.write(file, FEATURES);

    assertThat(ItemFeaturesFile.read(file, 6)).isEqualTo(FEATURES);
    assertThatThrownBy(() -> ItemFeaturesFile.read(file, 7))
        .isInstanceOf(SafetensorsException.class);
    Path broken = Files.writeString(directory.resolve("no.safetensors"), "no tensors");
    assertThatThrownBy(() -> ItemFeaturesFile.read(broken, 6))
        .isInstanceOf(SafetensorsException.class);
  }

  /// Written out: W by least squares of the centred table, then each item's equations with γ Σ w wᵀ
  /// and γ Σ x w, solved by Cramer's rule.
  @Test
  void solve_withFeatures_isTheSolutionOfTheEquationsWrittenOut() {
    BoundedAls als = als(WEIGHT);
    Random random = new Random(4);
    double[][] triangles = new double[5][];
    double[][] rights = new double[5][];
    DenseMatrix first = DenseMatrix.zeros(5, RANK);
    ItemSolver plain = new ItemSolver(als, FREQUENT, new double[3], null);
    for (int place = 0; place < 5; place++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      triangles[place] = new double[] {3 + x, y, 2 + y};
      rights[place] = new double[] {random.nextGaussian(), 3 * random.nextGaussian()};
      plain.solve(place, triangles[place], rights[place], first);
    }
    FeatureTerms terms = FeatureTerms.of(FREQUENT, FEATURES, WEIGHT, first);
    DenseMatrix vectors = DenseMatrix.zeros(5, RANK);
    ItemSolver solver = new ItemSolver(als, FREQUENT, new double[3], terms);
    for (int place = 0; place < 5; place++) {
      solver.solve(place, triangles[place], rights[place], vectors);
    }

    // Rows are places 0, 2, 3 and 4, the items 0, 2, 3 and 5; columns comedy, drama, war, western.
    int[] described = {0, 2, 3, 4};
    double[][] x = {{0, 1, 1, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {1, 1, 0, 0}};
    double[] share = {.25, .75, .5, 0};
    double[][] w = new double[4][];
    double a = 0;
    double b = 0;
    double c = 0;
    for (int place : described) {
      a += first.get(place, 0) * first.get(place, 0);
      b += first.get(place, 0) * first.get(place, 1);
      c += first.get(place, 1) * first.get(place, 1);
    }
    double ridge = .01 * (a + c) / 2;
    for (int f = 0; f < 4; f++) {
      double p = 0;
      double q = 0;
      for (int row = 0; row < 4; row++) {
        p += (x[row][f] - share[f]) * first.get(described[row], 0);
        q += (x[row][f] - share[f]) * first.get(described[row], 1);
      }
      w[f] = solved(a + ridge, b, c + ridge, p, q);
    }
    for (int row = 0; row < 4; row++) {
      int place = described[row];
      double[] t = triangles[place].clone();
      double[] r = rights[place].clone();
      t[0] += 2;
      t[2] += 2;
      for (int f = 0; f < 4; f++) {
        t[0] += WEIGHT * w[f][0] * w[f][0];
        t[1] += WEIGHT * w[f][0] * w[f][1];
        t[2] += WEIGHT * w[f][1] * w[f][1];
        r[0] += WEIGHT * (x[row][f] - share[f]) * w[f][0];
        r[1] += WEIGHT * (x[row][f] - share[f]) * w[f][1];
      }
      double[] expected = solved(t[0], t[1], t[2], r[0], r[1]);
      assertThat(vectors.get(place, 0)).isCloseTo((float) expected[0], within(1e-5f));
      assertThat(vectors.get(place, 1)).isCloseTo((float) expected[1], within(1e-5f));
    }
    // Of item 1 nothing is known.
    assertThat(vectors.get(1, 0)).isCloseTo(first.get(1, 0), within(1e-6f));
    assertThat(Math.abs(vectors.get(0, 0) - first.get(0, 0))).isGreaterThan(.01f);
  }

  /// The vector that both ways of solving give, where nothing is public of items.
  @Test
  void solve_itemsInNoCategory_isThatWithoutFeatures() {
    ItemFeatures unknown =
        ItemFeatures.of(IntStream.range(0, 6).mapToObj(_ -> List.<String>of()).toList());
    DenseMatrix ones = DenseMatrix.zeros(5, RANK);
    Arrays.fill(ones.data(), 1);
    FeatureTerms terms = FeatureTerms.of(FREQUENT, unknown, WEIGHT, ones);
    DenseMatrix with = DenseMatrix.zeros(5, RANK);
    DenseMatrix without = DenseMatrix.zeros(5, RANK);
    // Indefinite, as with noise.
    double[] triangle = {-3, 2, 5};
    double[] right = {1, 2};

    new ItemSolver(als(WEIGHT), FREQUENT, new double[3], terms).solve(2, triangle, right, with);
    new ItemSolver(als(0), FREQUENT, new double[3], null).solve(2, triangle, right, without);

    assertThat(with.data()).containsExactly(without.data(), within(1e-6f));
    assertThat(without.get(2, 1)).isNotZero();
  }

  private static double[] solved(double a, double b, double c, double p, double q) {
    double determinant = a * c - b * b;
    return new double[] {(c * p - b * q) / determinant, (a * q - b * p) / determinant};
  }

  /// λ_v is 2, and unseen pairs, whose squares are zeros here, do not count.
  private static BoundedAls als(double weight) {
    return new BoundedAls(
        new Interactions(.3, weight), new Adaptive(0), RANK, 1, 1, 8, new Ridge(1, 2, 0, 1), 3);
  }
}
