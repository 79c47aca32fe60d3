package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.LeadingSpectrum;
import io.privirec.filter.spectral.NormalisedInteractions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// GF-CF, Turbo-CF and BSPM on a sparse P̃, beside their formulas in doubles.
class SparseFiltersTest {
  private static final int ITEMS = 70;
  private static final InteractionMatrix DATA = TestMatrices.interactions(9, 120, ITEMS, .1);
  private static final int[][] HISTORIES = {{0, 7, 69}, {}, {12}};

  private static double[][] gram(double alpha, double exponent) {
    double[][] dense = new double[ITEMS][ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        double entry = ItemGramTest.entry(DATA, alpha, i, j);
        dense[i][j] = entry == 0 ? 0 : Math.pow(entry, exponent);
      }
    }
    return dense;
  }

  private static double[] times(double[] row, double[][] matrix) {
    double[] product = new double[ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        product[j] += row[i] * matrix[i][j];
      }
    }
    return product;
  }

  private static double[] indicator(int[] history) {
    double[] row = new double[ITEMS];
    for (int item : history) {
      row[item] = 1;
    }
    return row;
  }

  @Test
  void gfCf_onASparseGram_followsTheDefinition() {
    LeadingSpectrum spectrum = LeadingSpectrum.of(DATA, 6);
    long[] v = DATA.itemDegrees();
    DenseMatrix scores =
        new SparseGfCf(ItemGram.of(DATA, .5), spectrum.basis(), v, .3).scoreBatch(HISTORIES);
    double[][] gram = gram(.5, 1);
    for (int user = 0; user < HISTORIES.length; user++) {
      double[] linear = times(indicator(HISTORIES[user]), gram);
      for (int j = 0; j < ITEMS; j++) {
        double expected = linear[j];
        for (int i : HISTORIES[user]) {
          double dot = 0;
          for (int c = 0; c < 6; c++) {
            dot += (double) spectrum.basis().get(i, c) * spectrum.basis().get(j, c);
          }
          expected += .3 * dot * Math.sqrt((double) v[j] / v[i]);
        }
        assertThat(Math.abs(scores.get(user, j) - expected)).isLessThan(1e-5);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void turboCf_eachFilter_followsTheDefinition(int filter) {
    ItemGram gram = ItemGram.of(DATA, .6);
    GramProduct product = GramProduct.of(NormalisedInteractions.of(DATA, DATA.itemDegrees(), .6));

    assertTurboCf(new TurboCf(gram, .7, filter), filter, gram(.6, .7));
    assertTurboCf(new TurboCf(gram, 1, filter), filter, gram(.6, 1));
    assertTurboCf(new TurboCf(gram, product, filter), filter, gram(.6, 1));
  }

  private static void assertTurboCf(TurboCf turbo, int filter, double[][] gram) {
    DenseMatrix scores = turbo.scoreBatch(HISTORIES);
    for (int user = 0; user < HISTORIES.length; user++) {
      double[] first = times(indicator(HISTORIES[user]), gram);
      double[] second = times(first, gram);
      double[] third = times(second, gram);
      for (int j = 0; j < ITEMS; j++) {
        double expected =
            switch (filter) {
              case 1 -> first[j];
              case 2 -> 2 * first[j] - second[j];
              default -> first[j] + .01 * (-third[j] + 10 * second[j] - 29 * first[j]);
            };
        assertThat(Math.abs(scores.get(user, j) - expected))
            .isLessThan(1e-5 * Math.max(1, Math.abs(expected)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "EARLY, RK4, 1, 2.5, .2, false",
    "LATE, RK4, 2, 2.2, .3, false",
    "EARLY, EULER, 1, 1.2, .3, true",
    "LATE, EULER, 3, 1.2, 0, true",
  })
  void bspm_eachSetting_followsTheDefinition(
      Bspm.Merge merge, Bspm.Solver solver, int steps, double time, double beta, boolean points) {
    LeadingSpectrum spectrum = LeadingSpectrum.of(DATA, 6);
    long[] v = DATA.itemDegrees();
    Bspm.Settings settings = new Bspm.Settings(merge, solver, steps, time, beta, points);
    ItemGram sparse = ItemGram.of(DATA, .5);
    DenseMatrix scores =
        new Bspm(sparse, GramProduct.of(sparse), spectrum.basis(), v, settings)
            .scoreBatch(HISTORIES);
    DenseMatrix byInteractions =
        new Bspm(
                sparse,
                GramProduct.of(NormalisedInteractions.of(DATA, v)),
                spectrum.basis(),
                v,
                settings)
            .scoreBatch(HISTORIES);
    double[][] gram = gram(.5, 1);
    double[][] ideal = ideal(spectrum, v);
    for (int user = 0; user < HISTORIES.length; user++) {
      double[] r = indicator(HISTORIES[user]);
      double[] blurred = times(r, gram);
      double[] f = times(r, ideal);
      double[] y = merge == Bspm.Merge.EARLY ? plus(blurred, beta, f) : blurred;
      double[] total = blurred;
      for (int step = 0; step < steps; step++) {
        y = step(y, gram, time / steps, solver);
        total = plus(total, 1, y);
      }
      double[] answer = points ? plus(new double[ITEMS], 1.0 / (1 + steps), total) : y;
      double[] expected = merge == Bspm.Merge.LATE ? plus(answer, beta, f) : answer;
      for (int j = 0; j < ITEMS; j++) {
        assertThat(Math.abs(scores.get(user, j) - expected[j])).isLessThan(2e-5);
        assertThat(Math.abs(byInteractions.get(user, j) - expected[j])).isLessThan(2e-5);
      }
    }
  }

  /// One step of dy/dt = −y P̃, Runge–Kutta by its 3/8 rule.
  private static double[] step(double[] y, double[][] gram, double h, Bspm.Solver solver) {
    double[] k1 = plus(new double[ITEMS], -1, times(y, gram));
    if (solver == Bspm.Solver.EULER) {
      return plus(y, h, k1);
    }
    double[] k2 = plus(new double[ITEMS], -1, times(plus(y, h / 3, k1), gram));
    double[] k3 = plus(new double[ITEMS], -1, times(plus(plus(y, h, k2), -h / 3, k1), gram));
    double[] k4 =
        plus(new double[ITEMS], -1, times(plus(plus(plus(y, h, k1), -h, k2), h, k3), gram));
    return plus(plus(plus(plus(y, h / 8, k1), 3 * h / 8, k2), 3 * h / 8, k3), h / 8, k4);
  }

  private static double[] plus(double[] x, double a, double[] y) {
    double[] sum = new double[ITEMS];
    for (int n = 0; n < ITEMS; n++) {
      sum[n] = x[n] + a * y[n];
    }
    return sum;
  }

  private static double[][] ideal(LeadingSpectrum spectrum, long[] v) {
    double[][] filter = new double[ITEMS][ITEMS];
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        for (int c = 0; c < spectrum.basis().columns(); c++) {
          filter[i][j] += (double) spectrum.basis().get(i, c) * spectrum.basis().get(j, c);
        }
        filter[i][j] *= v[i] == 0 ? 0 : Math.sqrt((double) v[j] / v[i]);
      }
    }
    return filter;
  }

  @Test
  void filters_arguments_areChecked() {
    ItemGram gram = ItemGram.of(DATA, .5);
    assertThatThrownBy(() -> new TurboCf(gram, 1, 4)).hasMessageContaining("filter");
    assertThatThrownBy(() -> new SparseGfCf(gram, DenseMatrix.zeros(3, 2), DATA.itemDegrees(), .3))
        .hasMessageContaining("rows");
    assertThatThrownBy(() -> new TurboCf(gram, 1, 1).scoreBatch(new int[][] {{3, 3}}))
        .hasMessageContaining("ascending");
  }
}
