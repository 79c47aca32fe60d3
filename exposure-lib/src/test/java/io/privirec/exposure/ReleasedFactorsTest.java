package io.privirec.exposure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.exposure.ReleasedFactors.Precision;
import io.privirec.exposure.fixture.Score;
import io.privirec.exposure.fixture.Shop;
import io.privirec.exposure.fixture.Sums;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import io.privirec.filter.spectral.SpectralFactors;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReleasedFactorsTest {
  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");
  private static final InteractionMatrix SUPPORTED = Shop.SMALL.generate(1).withSupport(5);
  private static final InteractionMatrix TINY =
      new Shop(120, 100, 6, 2, 12).generate(1).withSupport(5);

  @ParameterizedTest
  @CsvSource({"DIAG_T, 0", "DIAG_T, 4", "NYSTROM, 0", "KRYLOV, 0"})
  void product_ofOneIteration_isThatOfTheSession(Eigenvalues eigenvalues, int oversampling) {
    PowerIteration iteration = new PowerIteration(28, oversampling, 1, eigenvalues, 5);
    OpenedSum sum =
        ReleasedFactors.sum(iteration.central(SUPPORTED, 28), iteration, Precision.SINGLE);
    assertThat(sum).isInstanceOf(OpenedSum.Product.class);
    OpenedSum.Product product = (OpenedSum.Product) sum;
    TallMatrix exact =
        NodeRows.normalised(SUPPORTED, SUPPORTED.itemDegrees()).gramTimes(product.basis());
    double squares = 0;
    for (int n = 0; n < exact.data().length; n++) {
      double off = exact.data()[n] - product.product().data()[n];
      squares += off * off;
    }
    assertThat(Math.sqrt(squares / exact.data().length)).isLessThan(4 * product.error());
  }

  @ParameterizedTest
  @CsvSource({
    "SINGLE, DIAG_T, 0, 1, 5, false",
    "SINGLE, DIAG_T, 4, 1, 5, true",
    "HALF, DIAG_T, 0, 1, 5, true",
    "SINGLE, DIAG_T, 0, 2, 5, true",
    "SINGLE, DIAG_T, 0, 2, 3, true",
    "HALF, DIAG_T, 0, 2, 5, true",
    "HALF, DIAG_T, 4, 2, 5, true",
    "SINGLE, RITZ, 0, 1, 5, true",
    "SINGLE, RITZ, 4, 1, 5, true",
    "HALF, RITZ, 0, 1, 5, true",
    "SINGLE, NYSTROM, 4, 1, 5, true"
  })
  void decoder_releasesOfAShop_readsNearlyAllUsers(
      Precision precision,
      Eigenvalues eigenvalues,
      int oversampling,
      int iterations,
      int count,
      boolean isLong) {
    assumeTrue(IS_LONG || !isLong, "skipped: part of the long tests");
    PowerIteration like = new PowerIteration(28, oversampling, iterations, eigenvalues, 1);
    Score score = attack(SUPPORTED, releases(SUPPORTED, count, like, precision));
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isGreaterThan(.99);
  }

  @Test
  void decoder_oneReleaseOfTwoIterations_readsNearlyAllUsers() {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    PowerIteration like = new PowerIteration(100, 0, 2, Eigenvalues.DIAG_T, 1);
    Score score = attack(SUPPORTED, releases(SUPPORTED, 1, like, Precision.SINGLE));
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isGreaterThan(.99);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decoder_oneReleaseOfAShop_readsMostUsers(long seed) {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = Shop.MEDIUM.generate(seed).withSupport(5);
    PowerIteration iteration = new PowerIteration(230, 0, 1, Eigenvalues.DIAG_T, 5);
    OpenedSum sum =
        ReleasedFactors.sum(iteration.central(supported, 230), iteration, Precision.SINGLE);
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

  /// Releases of several seeds, as a reader sees them.
  private static List<OpenedSum> releases(
      InteractionMatrix supported, int count, PowerIteration like, Precision precision) {
    List<OpenedSum> sums = new ArrayList<>();
    for (long seed = 1; seed <= count; seed++) {
      PowerIteration iteration =
          new PowerIteration(
              like.rank(), like.oversampling(), like.iterations(), like.eigenvalues(), seed);
      SpectralFactors factors = iteration.central(supported, like.rank());
      sums.add(
          ReleasedFactors.sum(
              precision == Precision.HALF ? inHalf(factors) : factors, iteration, precision));
    }
    return sums;
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
  @CsvSource({
    "DIAG_T, 0, 2, 4, SINGLE, false",
    "DIAG_T, 4, 2, 5, HALF, false",
    "DIAG_T, 0, 3, 4, SINGLE, true",
    "RITZ, 0, 1, 4, SINGLE, false",
    "RITZ, 4, 1, 4, HALF, true",
    "RITZ, 4, 2, 6, SINGLE, true",
    "NYSTROM, 4, 1, 5, SINGLE, true",
    "NYSTROM, 4, 2, 5, SINGLE, true",
    "KRYLOV, 0, 2, 5, SINGLE, true"
  })
  void releases_ofEachForm_determineTheItemGram(
      Eigenvalues eigenvalues,
      int oversampling,
      int iterations,
      int count,
      Precision precision,
      boolean isLong) {
    assumeTrue(IS_LONG || !isLong, "skipped: part of the long tests");
    PowerIteration like = new PowerIteration(12, oversampling, iterations, eigenvalues, 1);
    OpenedSum.Gram found = fit(releases(TINY, count, like, precision)).orElseThrow();
    double[] exact = Sums.gram(TINY).gram().data();
    double squares = 0;
    for (int n = 0; n < exact.length; n++) {
      double off = exact[n] - found.gram().data()[n];
      squares += off * off;
    }
    long kept = Arrays.stream(TINY.itemDegrees()).filter(degree -> degree > 0).count();
    assertThat(Math.sqrt(squares / (kept * kept))).isLessThan(found.error());
    assertThat(found.error()).isLessThan(1e-3);
  }

  @ParameterizedTest
  @CsvSource({"DIAG_T, 6, 2, 2", "RITZ, 12, 1, 1"})
  void releases_tooFewColumns_determineNothing(
      Eigenvalues eigenvalues, int rank, int iterations, int count) {
    PowerIteration like = new PowerIteration(rank, 0, iterations, eigenvalues, 1);
    assertThat(fit(releases(TINY, count, like, Precision.SINGLE))).isEmpty();
  }

  @Test
  void decoder_releasesOfTwoIterations_readsMostUsers() {
    PowerIteration like = new PowerIteration(12, 0, 2, Eigenvalues.DIAG_T, 1);
    Score score = attack(TINY, releases(TINY, 4, like, Precision.SINGLE));
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isGreaterThan(.6);
  }

  @Test
  void decoder_releasesWithoutTime_endsAndSaysSo() {
    PowerIteration like = new PowerIteration(12, 0, 2, Eigenvalues.DIAG_T, 1);
    Reconstruction reconstruction =
        Reconstruction.of(
            Equations.of(TINY.itemDegrees(), releases(TINY, 4, like, Precision.SINGLE)),
            new Limits(Duration.ofNanos(2), 1L << 30, 10));
    assertThat(reconstruction.endedByLimits()).isTrue();
    assertThat(reconstruction.histories()).isEmpty();
  }

  @Test
  void factors_otherShapes_areRejected() {
    TallMatrix three = TallMatrix.zeros(5, 3);
    TallMatrix two = TallMatrix.zeros(5, 2);
    assertThatThrownBy(
            () -> new OpenedSum.Factors(two, three, new double[3], Eigenvalues.RITZ, 1, 1))
        .hasMessageContaining("at most its columns");
    assertThatThrownBy(
            () -> new OpenedSum.Factors(three, two, new double[2], Eigenvalues.DIAG_T, 1, 1))
        .hasMessageContaining("diag-t");
    assertThatThrownBy(
            () -> new OpenedSum.Factors(three, two, new double[2], Eigenvalues.RITZ, 0, 1))
        .hasMessageContaining("iterations");
  }

  private static Optional<OpenedSum.Gram> fit(List<OpenedSum> releases) {
    return GramFit.of(
        new Equations.Snapshot(TINY.itemDegrees(), releases),
        1L << 30,
        new Deadline(Duration.ofHours(1)));
  }
}
