package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Turbo-CF and BSPM on S Λ Sᵀ, beside the same filters on that matrix written out.
class LowRankFiltersTest {
  private static final int ITEMS = 50;
  private static final int IDEAL_RANK = 4;
  private static final SpectralFactors FACTORS =
      new PowerIteration(9, 3, 2, Eigenvalues.NYSTROM, 3)
          .central(TestMatrices.interactions(1, 80, ITEMS, .15), IDEAL_RANK);

  private static final int[][] HISTORIES = {{0, 7, 49}, {}, {12}, all()};

  private static int[] all() {
    return IntStream.range(0, ITEMS).toArray();
  }

  /// S Λ Sᵀ.
  private static double entry(int i, int j) {
    double sum = 0;
    for (int c = 0; c < FACTORS.rank(); c++) {
      sum += (double) FACTORS.basis().get(i, c) * FACTORS.lambda()[c] * FACTORS.basis().get(j, c);
    }
    return sum;
  }

  /// The same as a matrix of rows, which has negative entries.
  private static ItemGram written() {
    int[] offsets = new int[ITEMS + 1];
    List<Integer> columns = new ArrayList<>();
    List<Float> values = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      for (int j = i; j < ITEMS; j++) {
        float value = (float) entry(i, j);
        if (value != 0) {
          columns.add(j);
          values.add(value);
        }
      }
      offsets[i + 1] = columns.size();
    }
    float[] floats = new float[values.size()];
    for (int n = 0; n < floats.length; n++) {
      floats[n] = values.get(n);
    }
    return ItemGram.of(
        new ItemGram.Upper(
            offsets, columns.stream().mapToInt(Integer::intValue).toArray(), floats));
  }

  private static DenseMatrix firstColumns() {
    DenseMatrix first = DenseMatrix.zeros(ITEMS, IDEAL_RANK);
    for (int i = 0; i < ITEMS; i++) {
      for (int c = 0; c < IDEAL_RANK; c++) {
        first.data()[i * IDEAL_RANK + c] = FACTORS.basis().get(i, c);
      }
    }
    return first;
  }

  private static void requireSame(ItemFilter actual, ItemFilter expected) {
    DenseMatrix ours = actual.scoreBatch(HISTORIES);
    DenseMatrix theirs = expected.scoreBatch(HISTORIES);
    for (int n = 0; n < ours.data().length; n++) {
      assertThat(Math.abs(ours.data()[n] - theirs.data()[n]))
          .isLessThan(2e-5f * Math.max(1, Math.abs(theirs.data()[n])));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "EARLY, RK4, 1, 2.5, .2, false",
    "LATE, RK4, 2, 2.2, .3, false",
    "EARLY, EULER, 1, 1.2, .3, true",
    "EARLY, RK4, 3, 2.5, 0, true",
    "LATE, EULER, 3, 1.2, .4, true",
  })
  void bspm_eachSetting_isThatOfTheMatrixWrittenOut(
      Bspm.Merge merge, Bspm.Solver solver, int steps, double time, double beta, boolean points) {
    Bspm.Settings settings = new Bspm.Settings(merge, solver, steps, time, beta, points);
    ItemGram gram = written();
    requireSame(
        Bspm.ofFactors(FACTORS, settings),
        new Bspm(gram, GramProduct.of(gram), firstColumns(), FACTORS.itemDegrees(), settings));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "3"})
  void turboCf_ofEntriesAsTheyAre_isThatOfTheMatrixWrittenOut(int filter) {
    requireSame(TurboCf.ofFactors(FACTORS, 1, filter), new TurboCf(written(), 1, filter));
  }

  @Test
  void turboCf_ofAPower_takesNegativeEntriesForZero() {
    DenseMatrix scores = TurboCf.ofFactors(FACTORS, .7, 1).scoreBatch(HISTORIES);
    boolean anyNegative = false;
    for (int user = 0; user < HISTORIES.length; user++) {
      for (int j = 0; j < ITEMS; j++) {
        double expected = 0;
        for (int i : HISTORIES[user]) {
          anyNegative |= entry(i, j) < -1e-4;
          expected += Math.pow(Math.max(0, entry(i, j)), .7);
        }
        // What is 0 but for rounding has a larger power.
        assertThat(Math.abs(scores.get(user, j) - expected)).isLessThan(1e-3);
      }
    }
    assertThat(anyNegative).isTrue();
  }

  @Test
  void turboCf_ofAPowerWithAnotherFilter_isRefused() {
    assertThatThrownBy(() -> TurboCf.ofFactors(FACTORS, .7, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("filter must be 1 unless exponent is 1");
    assertThatThrownBy(() -> TurboCf.ofFactors(FACTORS, 0, 1)).hasMessageContaining("exponent");
    assertThatThrownBy(() -> TurboCf.ofFactors(FACTORS, 1, 4)).hasMessageContaining("filter");
  }
}
