package io.privirec.filter.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class DenseMatrixTest {
  @Test
  void of_array_isSharedAndRowMajor() {
    float[] data = {1, 2, 3, 4, 5, 6};
    DenseMatrix matrix = DenseMatrix.of(2, 3, data);
    assertThat(matrix.get(1, 0)).isEqualTo(4);
    assertThat(matrix.data()).isSameAs(data);
  }

  @Test
  void of_otherLength_isRefused() {
    assertThatThrownBy(() -> DenseMatrix.of(2, 3, new float[5]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("6 elements");
  }

  @Test
  void zeros_tooManyElements_isRefusedBeforeAllocation() {
    assertThatThrownBy(() -> DenseMatrix.zeros(1 << 20, 1 << 20))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void get_outside_isRefused() {
    assertThatThrownBy(() -> DenseMatrix.zeros(2, 3).get(0, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
