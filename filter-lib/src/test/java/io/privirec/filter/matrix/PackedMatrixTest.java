package io.privirec.filter.matrix;

import static io.privirec.filter.TestMatrices.AWKWARD_SIZES;
import static io.privirec.filter.TestMatrices.uniform;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PackedMatrixTest {
  @Test
  void multiply_awkwardWidths_equalsThePlainTwinBitByBit() {
    for (int size : AWKWARD_SIZES) {
      assertSameAsTwin(uniform(1, 9, 31), uniform(2, size, 31));
    }
  }

  @Test
  void multiply_awkwardDepths_equalsThePlainTwinBitByBit() {
    for (int size : AWKWARD_SIZES) {
      assertSameAsTwin(uniform(3, 5, size), uniform(4, 37, size));
    }
  }

  @Test
  void multiply_awkwardHeights_equalsThePlainTwinBitByBit() {
    for (int size : AWKWARD_SIZES) {
      assertSameAsTwin(uniform(5, size, 17), uniform(6, 33, 17));
    }
  }

  @Test
  void multiply_rowsInBlocks_givesTheSameBitsAsAtOnce() {
    DenseMatrix a = uniform(7, 21, 600);
    PackedMatrix b = PackedMatrix.of(uniform(8, 50, 600));
    float[] whole = b.multiply(a).data();
    for (int row = 0; row < a.rows(); row++) {
      float[] one = Arrays.copyOfRange(a.data(), row * 600, (row + 1) * 600);
      assertThat(b.multiply(DenseMatrix.of(1, 600, one)).data())
          .containsExactly(Arrays.copyOfRange(whole, row * 50, (row + 1) * 50));
    }
  }

  @Test
  void multiply_otherDepth_isRefused() {
    PackedMatrix b = PackedMatrix.of(uniform(1, 4, 3));
    assertThatThrownBy(() -> b.multiply(uniform(1, 2, 4)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[n × 3]");
  }

  private static void assertSameAsTwin(DenseMatrix a, DenseMatrix b) {
    float[] product = PackedMatrix.of(b).multiply(a).data();
    assertThat(Arrays.equals(product, PlainProducts.multiply(a, b)))
        .as("%s times %s transposed", a, b)
        .isTrue();
  }
}
