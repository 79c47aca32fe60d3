package io.privirec.filter.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import org.junit.jupiter.api.Test;

class LeadingSpectrumTest {
  private static final InteractionMatrix DATA = TestMatrices.interactions(2, 300, 207, .05);

  /// P̃ in doubles.
  private static double[] gram() {
    int items = DATA.items();
    long[] v = DATA.itemDegrees();
    double[] gram = new double[items * items];
    for (int user = 0; user < DATA.users(); user++) {
      int[] row = DATA.row(user);
      for (int i : row) {
        for (int j : row) {
          gram[i * items + j] += 1 / (row.length * Math.sqrt((double) v[i] * v[j]));
        }
      }
    }
    return gram;
  }

  @Test
  void of_interactions_agreesWithADenseDecomposition() {
    SymmetricEigen dense = SymmetricEigen.of(gram(), DATA.items());
    LeadingSpectrum found = LeadingSpectrum.of(DATA, 20);

    assertThat(TestMatrices.orthonormalityError(found.basis())).isLessThan(1e-5);
    for (int c = 0; c < 20; c++) {
      assertThat(found.values()[c]).isCloseTo(dense.values()[c], offset(1e-5));
      double dot = 0;
      for (int item = 0; item < DATA.items(); item++) {
        dot += found.basis().get(item, c) * dense.vectors()[item * DATA.items() + c];
      }
      assertThat(Math.abs(dot)).isGreaterThan(1 - 1e-4);
    }
    assertThat(found.values()[0]).isCloseTo(1, offset(1e-5));
  }

  @Test
  void of_rankOutsideItsRange_isRefused() {
    assertThatThrownBy(() -> LeadingSpectrum.of(DATA, 208)).hasMessageContaining("207");
    assertThatThrownBy(() -> LeadingSpectrum.of(DATA, 0)).hasMessageContaining("k");
  }
}
