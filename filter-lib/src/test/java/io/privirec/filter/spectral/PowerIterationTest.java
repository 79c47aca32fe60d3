package io.privirec.filter.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerIterationTest {
  private static final InteractionMatrix R = TestMatrices.interactions(5, 80, 30, .15);

  @Test
  void run_manyIterations_findsTheLargestEigenvaluesOfTheGram() {
    SpectralFactors factors = PowerIteration.run(R, 4, 300, 9, 4);
    double[] exact = SymmetricEigen.of(gram(), 30).values();
    for (int j = 0; j < 4; j++) {
      assertThat((double) factors.lambda()[j]).isCloseTo(exact[j], within(1e-4));
    }
    assertThat(factors.lambda()[0]).isCloseTo(1, within(1e-5f));
    assertThat(TestMatrices.orthonormalityError(factors.basis())).isLessThan(1e-6);
  }

  @Test
  void run_sameSeed_givesTheSameFactors() {
    assertThat(PowerIteration.run(R, 5, 2, 1, 3)).isEqualTo(PowerIteration.run(R, 5, 2, 1, 3));
    assertThat(PowerIteration.run(R, 5, 2, 1, 3)).isNotEqualTo(PowerIteration.run(R, 5, 2, 2, 3));
  }

  @Test
  void run_rankAboveThatOfTheData_keepsAnOrthonormalBasis() {
    InteractionMatrix twice = R.rows(new int[] {0, 0, 0, 1, 1, 2});
    SpectralFactors factors = PowerIteration.run(twice, 6, 3, 1, 6);
    assertThat(TestMatrices.orthonormalityError(factors.basis())).isLessThan(1e-6);
    assertThat(factors.lambda()[5]).isCloseTo(0, within(1e-5f));
  }

  @Test
  void run_rankAboveUsersOrItems_isRefused() {
    assertThatThrownBy(() -> PowerIteration.run(R, 31, 2, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("30");
  }

  @Test
  void factorsFile_writtenAndRead_isTheSame(@TempDir Path directory) throws Exception {
    SpectralFactors factors = PowerIteration.run(R, 5, 2, 1, 3);
    Path file = directory.resolve("factors.safetensors");
    FactorsFile.write(file, factors);
    assertThat(FactorsFile.read(file)).isEqualTo(factors).hasSameHashCodeAs(factors);
    assertThat(directory.toFile().list()).containsExactly(file.getFileName().toString());
  }

  private static double[] gram() {
    long[] v = R.itemDegrees();
    double[] gram = new double[30 * 30];
    for (int user = 0; user < R.users(); user++) {
      for (int i : R.row(user)) {
        for (int j : R.row(user)) {
          gram[i * 30 + j] += 1 / (R.rowLength(user) * Math.sqrt((double) v[i] * v[j]));
        }
      }
    }
    return gram;
  }
}
