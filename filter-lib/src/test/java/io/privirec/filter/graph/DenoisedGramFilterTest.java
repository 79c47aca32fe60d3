package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DenoisedGramFilterTest {
  private static final int ITEMS = 31;
  private static final int POPULAR = 30;
  private static final double SIGMA = .4;

  /// The most popular item is the last one; item 0 is not about.
  private static final int[] ORDER = IntStream.range(0, POPULAR).map(i -> ITEMS - 1 - i).toArray();

  /// Two tastes in noise.
  private static float[] upper(double signal) {
    Random random = new Random(3);
    float[] upper = new float[POPULAR * (POPULAR - 1) / 2];
    for (int i = 0, at = 0; i < POPULAR; i++) {
      for (int j = i + 1; j < POPULAR; j++, at++) {
        double mean = i % 2 == j % 2 ? signal * 40 / (i + j + 4) : 0;
        upper[at] = (float) random.nextGaussian(mean, SIGMA);
      }
    }
    return upper;
  }

  /// By the definition, in doubles.
  private static double[][] expected(float[] upper, GramForm form) {
    double[][] p = new double[POPULAR][POPULAR];
    double[] sums = new double[POPULAR];
    for (int i = 0, at = 0; i < POPULAR; i++) {
      for (int j = i + 1; j < POPULAR; j++, at++) {
        p[i][j] = Math.max(0, upper[at] - 1.25 * SIGMA);
        p[j][i] = p[i][j];
        sums[i] += p[i][j];
        sums[j] += p[i][j];
      }
    }
    double mean = IntStream.range(0, POPULAR).mapToDouble(i -> sums[i]).average().orElseThrow();
    double most = IntStream.range(0, POPULAR).mapToDouble(i -> sums[i]).max().orElseThrow();
    double[] g = new double[POPULAR];
    for (int i = 0; i < POPULAR; i++) {
      g[i] = Math.max(sums[i], .01 * mean) / most;
    }
    double[] flat = new double[POPULAR * POPULAR];
    for (int i = 0; i < POPULAR; i++) {
      for (int j = 0; j < POPULAR; j++) {
        flat[i * POPULAR + j] = p[i][j] * Math.pow(g[i] * g[j], -.35);
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(flat, POPULAR);
    double[] values = eigen.values();
    double largest = values[0];
    int signals = 0;
    while (signals < POPULAR / 3 && values[signals] > -1.2 * values[POPULAR - 1]) {
      signals++;
    }
    int bySpectrum = 3 * signals;
    double[][] filter = new double[POPULAR][POPULAR];
    for (int i = 0; i < POPULAR; i++) {
      for (int j = 0; j < POPULAR; j++) {
        for (int c = 0; c < POPULAR; c++) {
          double lambda = values[c] / largest;
          double weight = response(form, lambda, c, bySpectrum);
          filter[i][j] +=
              weight * eigen.vectors()[i * POPULAR + c] * eigen.vectors()[j * POPULAR + c];
        }
        filter[i][j] *= i == j ? 0 : Math.pow(g[j] / g[i], .1);
      }
    }
    return filter;
  }

  private static double response(GramForm form, double lambda, int c, int bySpectrum) {
    return switch (form) {
      case GramForm.GfCf(double gamma, var rank) ->
          lambda + (c < rank(rank, bySpectrum) ? gamma : 0);
      case GramForm.Projector(var rank) -> c < rank(rank, bySpectrum) ? 1 : 0;
      case GramForm.Turbo() -> 2 * lambda - lambda * lambda;
      case GramForm.Sharpened(double gamma, var rank) -> {
        double x = -2.5 * lambda;
        double step = 1 + x + x * x / 2 + x * x * x / 6 + x * x * x * x / 24;
        yield lambda * step + (c < rank(rank, bySpectrum) ? gamma : 0);
      }
      case GramForm.Threshold _ -> throw new IllegalArgumentException();
    };
  }

  private static int rank(GramForm.Rank rank, int bySpectrum) {
    return switch (rank) {
      case GramForm.Fixed(int stated) -> stated;
      case GramForm.BySpectrum(int itemsPerRank) ->
          Math.clamp(Math.max(bySpectrum, POPULAR / itemsPerRank), 2, POPULAR / 3);
    };
  }

  private static Stream<GramForm> forms() {
    return Stream.of(
        new GramForm.GfCf(2, GramForm.BySpectrum.DEFAULT),
        new GramForm.GfCf(2, new GramForm.BySpectrum(3)),
        new GramForm.GfCf(.5, new GramForm.Fixed(3)),
        new GramForm.Projector(GramForm.BySpectrum.DEFAULT),
        new GramForm.Projector(new GramForm.Fixed(2)),
        new GramForm.Turbo(),
        new GramForm.Sharpened(1, new GramForm.Fixed(4)));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void scoreBatch_ofSingleItems_isTheDefinedMatrix(GramForm form) {
    float[] upper = upper(1);
    double[][] expected = expected(upper, form);
    int[][] single = IntStream.range(0, ITEMS).mapToObj(i -> new int[] {i}).toArray(int[][]::new);

    DenseMatrix scores = DenoisedGramFilter.of(ITEMS, ORDER, upper, SIGMA, form).scoreBatch(single);

    for (int i = 0; i < POPULAR; i++) {
      assertThat(scores.get(0, ORDER[i])).isZero();
      assertThat(scores.get(ORDER[i], 0)).isZero();
      for (int j = 0; j < POPULAR; j++) {
        assertThat((double) scores.get(ORDER[i], ORDER[j])).isCloseTo(expected[i][j], within(2e-4));
      }
    }
  }

  @Test
  void of_tastes_recommendsTheOwnTaste() {
    DenoisedGramFilter filter =
        DenoisedGramFilter.of(
            ITEMS, ORDER, upper(1), SIGMA, new GramForm.GfCf(2, GramForm.BySpectrum.DEFAULT));

    DenseMatrix scores = filter.scoreBatch(new int[][] {{ORDER[2], ORDER[0]}});

    int best =
        IntStream.range(3, POPULAR)
            .boxed()
            .max((a, b) -> Float.compare(scores.get(0, ORDER[a]), scores.get(0, ORDER[b])))
            .orElseThrow();
    assertThat(best % 2).isZero();
  }

  @Test
  void of_nothingAboveNoise_isRefused() {
    float[] below = new float[POPULAR * (POPULAR - 1) / 2];
    assertThatThrownBy(
            () -> DenoisedGramFilter.of(ITEMS, ORDER, below, SIGMA, new GramForm.Turbo()))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("no entry of the noisy matrix is above the noise");
  }

  @Test
  void of_wrongShapesOrForms_isRefused() {
    assertThatThrownBy(
            () -> DenoisedGramFilter.of(ITEMS, ORDER, new float[3], 1, new GramForm.Turbo()))
        .hasMessageContaining("at least 3 items and their strict upper triangle");
    assertThatThrownBy(() -> new GramForm.Fixed(129)).hasMessageContaining("[1.0, 128.0]");
    assertThatThrownBy(() -> new GramForm.GfCf(-1, GramForm.BySpectrum.DEFAULT))
        .hasMessageContaining("gamma");
  }
}
