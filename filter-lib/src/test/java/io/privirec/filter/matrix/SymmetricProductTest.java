package io.privirec.filter.matrix;

import static io.privirec.filter.TestMatrices.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SymmetricProductTest {
  private static final int TILE = SymmetricProduct.TILE;

  @Test
  void tile_awkwardSizes_equalsThePlainTwinBitByBitAndItsMirrorImage() {
    for (int rows : new int[] {1, 13, 255, 256, 257, 600}) {
      DenseMatrix b = uniform(1, rows, 40);
      float[] weights = Arrays.copyOf(uniform(2, 1, 33).data(), 33);
      for (int d = 0; d < weights.length; d++) {
        weights[d] = Math.abs(weights[d]);
      }
      float[] expected = twin(b, weights);
      SymmetricProduct product = SymmetricProduct.of(b, weights);
      float[] tile = new float[TILE * TILE];
      for (int row = 0; row < rows; row += TILE) {
        for (int column = 0; column < rows; column += TILE) {
          product.rows(row).tile(column, tile);
          for (int i = row; i < Math.min(rows, row + TILE); i++) {
            for (int j = column; j < Math.min(rows, column + TILE); j++) {
              assertThat(tile[(i - row) * TILE + j - column])
                  .isEqualTo(expected[i * rows + j])
                  .isEqualTo(expected[j * rows + i]);
            }
          }
        }
      }
      assertThat(product.row(rows - 1))
          .containsExactly(Arrays.copyOfRange(expected, (rows - 1) * rows, rows * rows));
    }
  }

  @Test
  void of_weightWithoutRoot_isRefused() {
    assertThatThrownBy(() -> SymmetricProduct.of(uniform(1, 4, 2), new float[] {1, -1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1.0");
  }

  private static float[] twin(DenseMatrix b, float[] weights) {
    DenseMatrix half = DenseMatrix.zeros(b.rows(), weights.length);
    for (int row = 0; row < b.rows(); row++) {
      for (int d = 0; d < weights.length; d++) {
        half.data()[row * weights.length + d] =
            b.get(row, d) * (float) Math.sqrt((double) weights[d]);
      }
    }
    return PlainProducts.multiply(half, half);
  }
}
