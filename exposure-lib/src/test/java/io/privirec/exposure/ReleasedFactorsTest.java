package io.privirec.exposure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.exposure.ReleasedFactors.Precision;
import io.privirec.exposure.fixture.Score;
import io.privirec.exposure.fixture.Shop;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReleasedFactorsTest {
  private static final InteractionMatrix SUPPORTED = Shop.SMALL.generate(1).withSupport(5);

  @ParameterizedTest
  @CsvSource({"DIAG_T, 0", "DIAG_T, 4", "NYSTROM, 0", "KRYLOV, 0"})
  void product_ofOneIteration_isThatOfTheSession(Eigenvalues eigenvalues, int oversampling) {
    PowerIteration iteration = new PowerIteration(28, oversampling, 1, eigenvalues, 5);
    OpenedSum.Product product =
        ReleasedFactors.product(iteration.central(SUPPORTED, 28), iteration, Precision.SINGLE)
            .orElseThrow();
    TallMatrix exact =
        NodeRows.normalised(SUPPORTED, SUPPORTED.itemDegrees()).gramTimes(product.basis());
    double squares = 0;
    for (int n = 0; n < exact.data().length; n++) {
      double off = exact.data()[n] - product.product().data()[n];
      squares += off * off;
    }
    assertThat(Math.sqrt(squares / exact.data().length)).isLessThan(4 * product.error());
  }

  @Test
  void decoder_fiveReleases_readsMostUsers() {
    assertRead(Precision.SINGLE, 0);
  }

  @Test
  void decoder_fiveReleasesWithOversampling_readsMostUsers() {
    assertRead(Precision.SINGLE, 4);
  }

  @Test
  void decoder_fiveReleasesInHalfPrecision_readsMostUsers() {
    assertRead(Precision.HALF, 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decoder_oneReleaseOfAShop_readsMostUsers(long seed) {
    assumeTrue(Boolean.getBoolean("tests.long"), "skipped: part of the long tests");
    InteractionMatrix supported = Shop.MEDIUM.generate(seed).withSupport(5);
    PowerIteration iteration = new PowerIteration(230, 0, 1, Eigenvalues.DIAG_T, 5);
    OpenedSum sum =
        ReleasedFactors.product(iteration.central(supported, 230), iteration, Precision.SINGLE)
            .orElseThrow();
    Score score = attack(supported, List.of(sum));
    assertThat(score.wrong()).as("seed %d: %s", seed, score).isZero();
    assertThat(score.part()).as("seed %d: %s", seed, score).isGreaterThan(.6);
  }

  private static Score attack(InteractionMatrix supported, List<OpenedSum> sums) {
    return Score.of(
        supported,
        Reconstruction.of(
            Equations.of(supported.itemDegrees(), sums),
            new Limits(Duration.ofHours(1), 1L << 30, 10)));
  }

  private static void assertRead(Precision precision, int oversampling) {
    List<OpenedSum> sums = new ArrayList<>();
    for (long seed = 1; seed <= 5; seed++) {
      PowerIteration iteration = new PowerIteration(28, oversampling, 1, Eigenvalues.DIAG_T, seed);
      SpectralFactors factors = iteration.central(SUPPORTED, 28);
      sums.add(
          ReleasedFactors.product(
                  precision == Precision.HALF ? inHalf(factors) : factors, iteration, precision)
              .orElseThrow());
    }
    Score score = attack(SUPPORTED, sums);
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isGreaterThan(.6);
  }

  private static SpectralFactors inHalf(SpectralFactors factors) {
    float[] basis = factors.basis().data().clone();
    float[] lambda = factors.lambda();
    round(basis);
    round(lambda);
    return new SpectralFactors(
        DenseMatrix.of(factors.items(), factors.rank(), basis),
        lambda,
        factors.itemDegrees(),
        factors.idealRank());
  }

  private static void round(float[] values) {
    for (int n = 0; n < values.length; n++) {
      values[n] = Float.float16ToFloat(Float.floatToFloat16(values[n]));
    }
  }

  @ParameterizedTest
  @CsvSource({"DIAG_T, 0, 2", "RITZ, 0, 1", "NYSTROM, 4, 1"})
  void product_notDeterminedByOneRelease_isEmpty(
      Eigenvalues eigenvalues, int oversampling, int iterations) {
    PowerIteration iteration = new PowerIteration(20, oversampling, iterations, eigenvalues, 5);
    assertThat(
            ReleasedFactors.product(iteration.central(SUPPORTED, 20), iteration, Precision.SINGLE))
        .isEmpty();
  }
}
