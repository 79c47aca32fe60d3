package io.privirec.filter.matrix;

import static io.privirec.filter.TestMatrices.AWKWARD_SIZES;
import static io.privirec.filter.TestMatrices.uniform;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TallProductsTest {
  private static final int[] WIDTHS = {1, 8, 13, 67, 207};

  @Test
  void gram_awkwardHeights_equalsThePlainTwinBitByBit() {
    for (int rows : AWKWARD_SIZES) {
      DenseMatrix y = uniform(rows, rows, 19);
      assertThat(Arrays.equals(TallProducts.gram(y), PlainProducts.gram(y))).as("%s", y).isTrue();
    }
  }

  @Test
  void gram_awkwardWidths_equalsThePlainTwinBitByBit() {
    for (int columns : WIDTHS) {
      DenseMatrix y = uniform(columns, 530, columns);
      assertThat(Arrays.equals(TallProducts.gram(y), PlainProducts.gram(y))).as("%s", y).isTrue();
    }
  }

  @Test
  void cross_awkwardWidths_equalsThePlainTwinBitByBit() {
    for (int columns : WIDTHS) {
      DenseMatrix x = uniform(columns + 1, 530, columns);
      DenseMatrix y = uniform(columns, 530, columns);
      assertThat(Arrays.equals(TallProducts.cross(x, y), PlainProducts.cross(x, y)))
          .as("%s", y)
          .isTrue();
    }
  }

  @Test
  void timesUpper_awkwardSizes_equalsThePlainTwinBitByBit() {
    for (int columns : WIDTHS) {
      double[] w = upper(columns);
      for (int rows : new int[] {1, 13, 207}) {
        DenseMatrix y = uniform(rows, rows, columns);
        assertThat(
                Arrays.equals(TallProducts.timesUpper(y, w).data(), PlainProducts.timesUpper(y, w)))
            .as("%s", y)
            .isTrue();
      }
    }
  }

  private static double[] upper(int p) {
    float[] entries = uniform(11, p, p).data();
    double[] w = new double[p * p];
    for (int i = 0; i < p; i++) {
      for (int j = i; j < p; j++) {
        w[i * p + j] = entries[i * p + j] / 3.0;
      }
    }
    return w;
  }
}
