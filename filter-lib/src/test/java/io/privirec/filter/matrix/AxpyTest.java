package io.privirec.filter.matrix;

import static io.privirec.filter.TestMatrices.AWKWARD_SIZES;
import static io.privirec.filter.TestMatrices.uniform;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AxpyTest {
  @Test
  void add_floatsOfAwkwardSizes_equalsThePlainTwinBitByBit() {
    for (int size : AWKWARD_SIZES) {
      float[] x = uniform(1, 1, size + 5).data();
      float[] y = uniform(2, 1, size + 5).data();
      float[] expected = y.clone();
      for (int i = 0; i < size; i++) {
        expected[2 + i] = Math.fma(x[3 + i], 0.7f, expected[2 + i]);
      }
      Axpy.add(0.7f, x, 3, y, 2, size);
      assertThat(Arrays.equals(y, expected)).as("%d", size).isTrue();
    }
  }

  @Test
  void addProducts_awkwardSizes_equalsThePlainTwinBitByBit() {
    for (int size : AWKWARD_SIZES) {
      float[] x = uniform(1, 1, size + 5).data();
      float[] z = uniform(2, 1, size + 5).data();
      float[] y = uniform(3, 1, size + 5).data();
      float[] expected = y.clone();
      for (int i = 0; i < size; i++) {
        expected[i] = Math.fma(x[3 + i] * 0.7f, z[5 + i], expected[i]);
      }
      Axpy.addProducts(0.7f, x, 3, z, 5, y, size);
      assertThat(Arrays.equals(y, expected)).as("%d", size).isTrue();
    }
  }

  @Test
  void add_doublesOfAwkwardSizes_equalsThePlainTwinBitByBit() {
    for (int size : AWKWARD_SIZES) {
      double[] x = new double[size + 5];
      double[] y = new double[size + 5];
      Arrays.setAll(x, i -> Math.sqrt(i + 1.0));
      Arrays.setAll(y, i -> Math.cbrt(i));
      double[] expected = y.clone();
      for (int i = 0; i < size; i++) {
        expected[2 + i] = Math.fma(x[3 + i], -0.3, expected[2 + i]);
      }
      Axpy.add(-0.3, x, 3, y, 2, size);
      assertThat(Arrays.equals(y, expected)).as("%d", size).isTrue();
    }
  }
}
