package io.privirec.privacy.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.privacy.IntegerNoise;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/// What is drawn has exactly the probabilities that it should. A right sampler fails a test of a
/// fresh seed with the probability that [ChiSquare] states.
class SamplerTest {
  /// The long form: docs/testing.md.
  private static final int VALUES = Boolean.getBoolean("tests.long") ? 20_000_000 : 200_000;

  private static RandomBytes seeded(long seed) {
    return new SplittableRandom(seed)::nextBytes;
  }

  private static long[] draw(IntegerSampler sampler) {
    long[] values = new long[VALUES];
    sampler.fill(values);
    return values;
  }

  /// Six bins to a standard deviation, up to four of them, or one integer to a bin where σ is
  /// small; and the last bits, which a rounding would change.
  private static void assertDrawn(long[] values, LongToDoubleFunction mass, double sigma) {
    long width = 2 * (long) (sigma / 12) + 1;
    int bins = (int) Math.max(2, Math.ceil(4 * sigma / width));
    assertThat(ChiSquare.pValue(values, mass, 0, width, bins))
        .isGreaterThan(ChiSquare.FALSE_REJECTS);
    if (sigma > 16) {
      assertLastDigitsUniform(values);
    }
  }

  /// Modulo 17 and 5, of which P(k) is uniform to within exp(-2π²·16²/17²) where σ ≥ 16.
  private static void assertLastDigitsUniform(long[] values) {
    for (int modulus : new int[] {5, 17}) {
      long[] counts = new long[modulus];
      for (long value : values) {
        counts[Math.floorMod(value, modulus)]++;
      }
      double[] uniform = new double[modulus];
      Arrays.fill(uniform, 1.0 / modulus);
      assertThat(ChiSquare.pValue(counts, uniform, values.length))
          .isGreaterThan(ChiSquare.FALSE_REJECTS);
    }
  }

  @Test
  void discreteGaussian_anyVariance_isDrawnExactly() {
    Variance[] variances = {
      new Variance(1, 4),
      new Variance(5, 2),
      Variance.of(16),
      new Variance(1601, 37),
      Variance.of(99),
      Variance.of(1_000_000),
      new Variance((1L << 33) + 1, 3),
      Variance.of(1L << 40),
      new Variance((1L << 42) - 1, 4)
    };
    for (Variance variance : variances) {
      double sigma = Math.sqrt((double) variance.numerator() / variance.denominator());
      IntegerNoise exact = IntegerNoise.discreteGaussian(variance);
      long[] values = draw(new DiscreteGaussianSampler(variance, seeded(variance.numerator())));
      assertDrawn(values, exact::mass, sigma);
    }
  }

  @Test
  void skellam_anyVariance_isDrawnExactly() {
    for (long variance : new long[] {2, 16, 90, 900, 1_000_000, 1L << 26, 1L << 32}) {
      IntegerNoise exact = IntegerNoise.skellam((double) variance);
      long[] values = draw(new SkellamSampler(Variance.of(variance), seeded(variance)));
      assertDrawn(values, exact::mass, Math.sqrt((double) variance));
    }
  }

  /// Heads of two bits decide seldom, so that nearly every value comes from exact fractions.
  @Test
  void poisson_shortHeads_isDrawnExactly() {
    for (int mean : new int[] {1, 2, 7, 64}) {
      double[] mass = new double[mean + 200];
      mass[0] = Math.exp(-mean);
      for (int k = 1; k < mass.length; k++) {
        mass[k] = mass[k - 1] * mean / k;
      }
      for (int headBits : new int[] {2, PoissonSampler.HEAD_BITS}) {
        PoissonSampler sampler =
            new PoissonSampler(mean, headBits, new RandomIntegers(seeded(mean)));
        int total = VALUES / 10;
        long[] counts = new long[2 * (int) (Math.sqrt(mean) + 1) + mean | 1];
        double[] probabilities = new double[counts.length];
        for (int i = 0; i < total; i++) {
          counts[(int) Math.min(sampler.next(), counts.length - 1)]++;
        }
        for (int k = 0; k < mass.length; k++) {
          probabilities[Math.min(k, counts.length - 1)] += mass[k];
        }
        assertThat(ChiSquare.pValue(counts, probabilities, total))
            .isGreaterThan(ChiSquare.FALSE_REJECTS);
      }
    }
  }

  /// The test would find a variance that is wrong by 4 %, or a sampler whose mean is off by 3 % of
  /// σ.
  @Test
  void chiSquare_slightlyWrong_isFound() {
    long[] values = draw(new DiscreteGaussianSampler(Variance.of(10_000), seeded(1)));
    IntegerNoise wider = IntegerNoise.discreteGaussian(Variance.of(10_400));
    assertThat(ChiSquare.pValue(values, wider::mass, 0, 17, 15)).isLessThan(1e-6);
    IntegerNoise right = IntegerNoise.discreteGaussian(Variance.of(10_000));
    assertThat(ChiSquare.pValue(values, right::mass, 3, 17, 15)).isLessThan(1e-6);
    assertThat(ChiSquare.pValue(values, right::mass, 0, 17, 15)).isGreaterThan(1e-3);
  }

  @Test
  void values_howeverSplitIntoCalls_areTheSame() {
    for (boolean gaussian : new boolean[] {true, false}) {
      long[] whole = new long[5_000];
      long[] parts = new long[5_000];
      sampler(gaussian).fill(whole);
      IntegerSampler sampler = sampler(gaussian);
      int[] sizes = {1, 13, 207, 0, 2_046, 2_733};
      int from = 0;
      for (int size : sizes) {
        sampler.fill(parts, from, size);
        from += size;
      }
      assertThat(parts).isEqualTo(whole);
    }
  }

  private static IntegerSampler sampler(boolean gaussian) {
    Variance variance = Variance.of(1_000_000);
    return gaussian
        ? new DiscreteGaussianSampler(variance, seeded(3))
        : new SkellamSampler(variance, seeded(3));
  }

  /// A chunk that is computed again, even by a later version, must have the same noise.
  @Test
  void values_ofFixedBytes_areFrozen() {
    long[] gaussian = new long[8];
    new DiscreteGaussianSampler(Variance.of(1_000_000), seeded(42)).fill(gaussian);
    assertThat(gaussian).containsExactly(774, 1440, 8, -3189, 925, 1596, -863, -1730);
    long[] skellam = new long[8];
    new SkellamSampler(Variance.of(1_000_000), seeded(42)).fill(skellam);
    assertThat(skellam).containsExactly(1295, -1014, 469, -1611, -91, 670, -278, -1316);
  }

  @Test
  void sampler_wrongArguments_areRefused() {
    assertThatThrownBy(() -> sampler(true).fill(new long[3], 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new SkellamSampler(Variance.of(17), seeded(0)))
        .hasMessageContaining("even integer in [2, 2^32]. Provided value: 17");
    assertThatThrownBy(() -> new SkellamSampler(new Variance(33, 2), seeded(0)))
        .hasMessageContaining("33/2");
    assertThatThrownBy(() -> Variance.of(0)).hasMessageContaining("0/1");
    assertThatThrownBy(() -> new Variance(1, (1L << 52) + 1)).hasMessageContaining("2^52");
  }

  @Test
  void variance_isInLowestTerms() {
    assertThat(new Variance(10, 4)).isEqualTo(new Variance(5, 2)).hasToString("5/2");
    assertThat(new Variance(34, 2)).hasToString("17");
    assertThat(new Variance(63, 4).isAtLeast(16)).isFalse();
    assertThat(new Variance(64, 4).isAtLeast(16)).isTrue();
  }

  @Test
  void root_isTheLargestWhoseSquareIsNotAbove() {
    for (long root = 0; root < 2_000; root++) {
      assertThat(IntegerRoot.floor(root * root)).isEqualTo(root);
      assertThat(IntegerRoot.floor(root * root + 2 * root)).isEqualTo(root);
    }
    for (int bits = 11; bits < 31; bits++) {
      for (long root = (1L << bits) - 2; root <= (1L << bits) + 2; root++) {
        assertThat(IntegerRoot.floor(root * root)).isEqualTo(root);
        assertThat(IntegerRoot.floor(root * root - 1)).isEqualTo(root - 1);
      }
    }
  }

  @Test
  void coins_haveTheirProbabilities() {
    RandomIntegers random = new RandomIntegers(seeded(7));
    assertCoin(Math.exp(-1), random::exp);
    assertCoin(Math.exp(-2.0 / 7), () -> random.exp(2, 7));
    assertCoin(Math.exp(-6.0 / 35), () -> random.exp(2, 7, 3, 5));
    assertCoin(1, () -> random.exp(0, 7));
    assertCoin(.25, () -> random.fairRun() >= 2);
    assertCoin(3.0 / 1_000_003, () -> random.below(1_000_003) < 3);
    assertThat(random.below(1)).isZero();
  }

  /// Within five standard deviations, which a fresh seed misses with probability 6e-7.
  private static void assertCoin(double probability, BooleanSupplier coin) {
    int heads = 0;
    for (int i = 0; i < VALUES; i++) {
      heads += coin.getAsBoolean() ? 1 : 0;
    }
    double deviation = Math.sqrt(VALUES * probability * (1 - probability));
    assertThat(Math.abs(heads - VALUES * probability)).isLessThanOrEqualTo(5 * deviation);
  }

  /// A word of zeros only: the run goes on in the next one.
  @Test
  void fairRun_zeroWord_goesOn() {
    byte[] next = {0, 0, 0, 0, 0, 0, 0, 0, 4};
    RandomIntegers random =
        new RandomIntegers(bytes -> System.arraycopy(next, 0, bytes, 0, next.length));
    assertThat(random.fairRun()).isEqualTo(66);
  }
}
