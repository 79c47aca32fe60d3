package io.privirec.filter.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.TestMatrices;
import org.junit.jupiter.api.Test;

class SymmetricEigenTest {
  @Test
  void of_knownMatrix_hasItsValuesDescending() {
    SymmetricEigen eigen = SymmetricEigen.of(new double[] {2, 1, 1, 2}, 2);
    assertThat(eigen.values()[0]).isCloseTo(3, within(1e-12));
    assertThat(eigen.values()[1]).isCloseTo(1, within(1e-12));
  }

  @Test
  void of_indefiniteMatrix_isRebuiltFromItsParts() {
    int n = 40;
    float[] half = TestMatrices.uniform(3, n, n).data();
    double[] matrix = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        matrix[i * n + j] = half[i * n + j] + half[j * n + i];
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(matrix, n);
    double[] values = eigen.values();
    double[] w = eigen.vectors();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int c = 0; c < n; c++) {
          sum += w[i * n + c] * values[c] * w[j * n + c];
        }
        assertThat(sum).isCloseTo(matrix[i * n + j], within(1e-10));
      }
    }
    assertThat(values).isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  @Test
  void of_nan_isRefused() {
    assertThatThrownBy(() -> SymmetricEigen.of(new double[] {Double.NaN}, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
