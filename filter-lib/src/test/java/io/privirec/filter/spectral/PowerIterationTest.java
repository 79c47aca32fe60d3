package io.privirec.filter.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PowerIterationTest {
  private static final InteractionMatrix R = TestMatrices.interactions(5, 80, 30, .15);

  @Test
  void run_manyIterations_findsTheLargestEigenvaluesOfTheGram() {
    SpectralFactors factors = new PowerIteration(4, 0, 300, Eigenvalues.DIAG_T, 9).central(R, 4);
    double[] exact = SymmetricEigen.of(gram(R), 30).values();
    for (int j = 0; j < 4; j++) {
      assertThat((double) factors.lambda()[j]).isCloseTo(exact[j], within(1e-4));
    }
    assertThat(factors.lambda()[0]).isCloseTo(1, within(1e-5f));
    assertThat(TestMatrices.orthonormalityError(factors.basis())).isLessThan(1e-6);
  }

  @Test
  void run_sameSeed_givesTheSameFactors() {
    assertThat(new PowerIteration(5, 0, 2, Eigenvalues.DIAG_T, 1).central(R, 3))
        .isEqualTo(new PowerIteration(5, 0, 2, Eigenvalues.DIAG_T, 1).central(R, 3));
    assertThat(new PowerIteration(5, 0, 2, Eigenvalues.DIAG_T, 1).central(R, 3))
        .isNotEqualTo(new PowerIteration(5, 0, 2, Eigenvalues.DIAG_T, 2).central(R, 3));
  }

  @Test
  void run_rankAboveThatOfTheData_keepsAnOrthonormalBasis() {
    InteractionMatrix twice = R.rows(new int[] {0, 0, 0, 1, 1, 2});
    SpectralFactors factors = new PowerIteration(6, 0, 3, Eigenvalues.DIAG_T, 1).central(twice, 6);
    assertThat(TestMatrices.orthonormalityError(factors.basis())).isLessThan(1e-6);
    assertThat(factors.lambda()[5]).isCloseTo(0, within(1e-5f));
  }

  @Test
  void run_rankAboveUsersOrItems_isRefused() {
    assertThatThrownBy(() -> new PowerIteration(31, 0, 2, Eigenvalues.DIAG_T, 1).central(R, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("30");
  }

  /// The rank of P̃ is 12: eight columns and five more find all of it, so that SΛSᵀ is P̃.
  @ParameterizedTest
  @EnumSource(names = {"NYSTROM", "KRYLOV", "RITZ"})
  void central_rankOfTheDataWithinTheWidth_reproducesTheGram(Eigenvalues eigenvalues) {
    InteractionMatrix few = R.rows(IntStream.range(0, 12).toArray());
    double[] gram = gram(few);

    SpectralFactors factors = new PowerIteration(12, 0, 2, eigenvalues, 3).central(few, 1);

    for (int i = 0; i < 30; i++) {
      for (int j = 0; j < 30; j++) {
        double product = 0;
        for (int c = 0; c < 12; c++) {
          product +=
              (double) factors.lambda()[c] * factors.basis().get(i, c) * factors.basis().get(j, c);
        }
        assertThat(product).isCloseTo(gram[i * 30 + j], within(1e-5));
      }
    }
    assertThat(TestMatrices.orthonormalityError(factors.basis())).isLessThan(1e-5);
  }

  /// Half an iteration more than Ritz pairs, and far closer than the diagonal of T.
  @ParameterizedTest
  @EnumSource(names = {"NYSTROM", "KRYLOV", "RITZ"})
  void central_fewIterationsWithOversampling_isNearTheLargestEigenvalues(Eigenvalues eigenvalues) {
    double[] exact = SymmetricEigen.of(gram(R), 30).values();

    // All four bases of Krylov have to fit into 30 items.
    int oversampling = eigenvalues == Eigenvalues.KRYLOV ? 4 : 9;

    float[] found = new PowerIteration(3, oversampling, 4, eigenvalues, 9).central(R, 3).lambda();
    float[] diagonal = new PowerIteration(3, 0, 4, Eigenvalues.DIAG_T, 9).central(R, 3).lambda();

    for (int c = 0; c < 3; c++) {
      assertThat((double) found[c]).isCloseTo(exact[c], within(.01));
    }
    assertThat(Math.abs(diagonal[2] - exact[2])).isGreaterThan(Math.abs(found[2] - exact[2]));
  }

  /// The same sums, and what they tell of P̃ beyond the last one.
  @Test
  void krylov_ofTheSameProducts_isNearerToTheLeadingEigenvectors() {
    double[] exact = SymmetricEigen.of(gram(R), 30).values();
    PowerIteration krylov = new PowerIteration(5, 1, 3, Eigenvalues.KRYLOV, 9);
    PowerIteration nystrom = new PowerIteration(5, 1, 3, Eigenvalues.NYSTROM, 9);
    PowerIteration.Products products = krylov.products(R);
    double ofKrylov = 0;
    double ofNystrom = 0;
    for (int c = 0; c < 5; c++) {
      ofKrylov += Math.abs(exact[c] - krylov.central(products, 5).lambda()[c]);
      ofNystrom += Math.abs(exact[c] - nystrom.central(products, 5).lambda()[c]);
    }
    assertThat(ofKrylov).isLessThan(ofNystrom / 2);
  }

  @Test
  void krylov_moreColumnsThanItems_isRefused() {
    assertThatThrownBy(() -> new PowerIteration(8, 0, 4, Eigenvalues.KRYLOV, 1).central(R, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 times 8");
  }

  @Test
  void factorsFile_writtenAndRead_isTheSame(@TempDir Path directory) throws Exception {
    SpectralFactors factors = new PowerIteration(5, 0, 2, Eigenvalues.DIAG_T, 1).central(R, 3);
    Path file = directory.resolve("factors.safetensors");
    FactorsFile.write(file, factors);
    assertThat(FactorsFile.read(file)).isEqualTo(factors).hasSameHashCodeAs(factors);
    assertThat(directory.toFile().list()).containsExactly(file.getFileName().toString());
  }

  private static double[] gram(InteractionMatrix data) {
    long[] v = data.itemDegrees();
    double[] gram = new double[30 * 30];
    for (int user = 0; user < data.users(); user++) {
      for (int i : data.row(user)) {
        for (int j : data.row(user)) {
          gram[i * 30 + j] += 1 / (data.rowLength(user) * Math.sqrt((double) v[i] * v[j]));
        }
      }
    }
    return gram;
  }
}
