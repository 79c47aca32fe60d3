package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactorFilterTest {
  private static final int ITEMS = 40;
  private static final SpectralFactors FACTORS =
      new PowerIteration(8, 0, 2, Eigenvalues.DIAG_T, 3)
          .central(TestMatrices.interactions(1, 60, ITEMS, .2), 5);

  @Test
  void scoreBatch_histories_followTheDefinition() {
    int[][] histories = {{0, 7, 39}, {}, {12}};
    for (double gamma : new double[] {0, .3}) {
      DenseMatrix scores = FactorFilter.gfCf(FACTORS, gamma).scoreBatch(histories);
      for (int user = 0; user < histories.length; user++) {
        for (int j = 0; j < ITEMS; j++) {
          double expected = 0;
          for (int i : histories[user]) {
            expected += entry(i, j, gamma);
          }
          assertThat(Math.abs(scores.get(user, j) - expected)).isLessThan(1e-6);
        }
      }
    }
  }

  @Test
  void scoreInto_anyBatch_givesEachHistoryTheSameBits() {
    FactorFilter filter = FactorFilter.gfCf(FACTORS, .3);
    int[][] histories = {
      {0, 7, 39}, {}, {12}, {1, 2, 3, 4, 5, 6, 30}, {7}, {8, 9}, {20}, {0, 1}, {3}
    };
    float[][] weights = new float[histories.length][];
    for (int user = 0; user < histories.length; user++) {
      weights[user] = new float[histories[user].length];
      for (int n = 0; n < weights[user].length; n++) {
        weights[user][n] = 1 + n * .37f;
      }
    }
    DenseMatrix together = DenseMatrix.zeros(16, ITEMS);
    Arrays.fill(together.data(), 7);
    filter.scoreInto(histories, weights, together);
    for (int user = 0; user < 16; user++) {
      DenseMatrix alone = DenseMatrix.zeros(1, ITEMS);
      if (user < histories.length) {
        filter.scoreInto(new int[][] {histories[user]}, new float[][] {weights[user]}, alone);
      }
      for (int j = 0; j < ITEMS; j++) {
        assertThat(together.get(user, j)).isEqualTo(alone.get(0, j));
      }
    }
    DenseMatrix unweighted = filter.scoreBatch(new int[][] {{12}, {7}});
    for (int j = 0; j < ITEMS; j++) {
      assertThat(filter.entry(12, j)).isEqualTo(unweighted.get(0, j)).isEqualTo(together.get(2, j));
    }
  }

  @Test
  void file_ofEveryProduct_givesItsScoresToTheBit(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("factored-filter.safetensors");
    for (FactorFilter filter :
        List.of(
            FactorFilter.gfCf(FACTORS, .3),
            FactorFilter.spectral(FACTORS, FactorFilter.Response.ROOT))) {
      FactorFilterFile.write(file, filter);
      FactorFilter read = FactorFilterFile.read(file);
      int[][] histories = {{0, 7, 39}, {}, {12}};
      assertThat(read.scoreBatch(histories).data()).isEqualTo(filter.scoreBatch(histories).data());
      assertThat(read.entry(7, 12)).isEqualTo(filter.entry(7, 12));
    }
  }

  @Test
  void file_ofSomethingElse_isRefused(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("factored-filter.safetensors");
    DenseMatrix one = DenseMatrix.of(1, 1, new float[] {1});
    FactorFilterFile.write(
        file, new FactorFilter(one, DenseMatrix.of(1, 1, new float[] {Float.NaN})));
    assertThatThrownBy(() -> FactorFilterFile.read(file))
        .isInstanceOf(SafetensorsException.class)
        .hasMessageContaining("right must be finite");
    FactorsFile.write(file, FACTORS);
    assertThatThrownBy(() -> FactorFilterFile.read(file)).isInstanceOf(SafetensorsException.class);
  }

  @Test
  void spectral_eachResponse_followsTheDefinition() {
    long[] v = FACTORS.itemDegrees();
    for (FactorFilter.Response response : FactorFilter.Response.values()) {
      DenseMatrix scores =
          FactorFilter.spectral(FACTORS, response).scoreBatch(new int[][] {{3, 8}});
      for (int j = 0; j < ITEMS; j++) {
        double expected = 0;
        for (int i : new int[] {3, 8}) {
          for (int c = 0; c < 8; c++) {
            double weight =
                response == FactorFilter.Response.FLAT ? 1 : Math.sqrt(FACTORS.lambda()[c]);
            expected +=
                weight
                    * FACTORS.basis().get(i, c)
                    * FACTORS.basis().get(j, c)
                    * Math.sqrt((double) v[j] / v[i]);
          }
        }
        assertThat(Math.abs(scores.get(0, j) - expected)).isLessThan(1e-5);
      }
    }
  }

  @Test
  void scoreBatch_itemNobodyTouched_scoresZeroAndContributesNothing() {
    long[] degrees = FACTORS.itemDegrees();
    float[] basis = FACTORS.basis().data().clone();
    degrees[4] = 0;
    Arrays.fill(basis, 4 * 8, 5 * 8, 0);
    SpectralFactors factors =
        new SpectralFactors(DenseMatrix.of(ITEMS, 8, basis), FACTORS.lambda(), degrees, 5);
    DenseMatrix scores = FactorFilter.gfCf(factors, .3).scoreBatch(new int[][] {{4}, {5}});
    for (int j = 0; j < ITEMS; j++) {
      assertThat(scores.get(0, j)).isZero();
    }
    assertThat(scores.get(1, 4)).isZero();
  }

  @Test
  void scoreBatch_historyNotAscendingOrOutside_isRefused() {
    FactorFilter filter = FactorFilter.gfCf(FACTORS, .3);
    for (int[] history : new int[][] {{3, 3}, {4, 2}, {40}, {-1}}) {
      assertThatThrownBy(() -> filter.scoreBatch(new int[][] {history}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("[0, 40)");
    }
  }

  @Test
  void of_gammaNotANumber_isRefused() {
    for (double gamma : new double[] {-.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> FactorFilter.gfCf(FACTORS, gamma))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  /// F_ij by its formula, in doubles.
  static double entry(int i, int j, double gamma) {
    long[] v = FACTORS.itemDegrees();
    double sum = 0;
    for (int c = 0; c < 8; c++) {
      double product = (double) FACTORS.basis().get(i, c) * FACTORS.basis().get(j, c);
      sum += product * FACTORS.lambda()[c];
      if (c < 5 && v[i] > 0) {
        sum += gamma * product * Math.sqrt((double) v[j] / v[i]);
      }
    }
    return sum;
  }
}
