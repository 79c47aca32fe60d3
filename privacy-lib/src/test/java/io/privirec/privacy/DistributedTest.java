package io.privirec.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.privacy.sampling.SkellamSampler;
import io.privirec.privacy.sampling.Variance;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DistributedTest {
  private static final IntegerSensitivity UNIT = IntegerSensitivity.ofIntegers(20, 1_000);
  private static final NoiseShares SHARES = new NoiseShares(20, 2, 4);

  private static double epsilon(Mechanism mechanism) {
    return Composition.of(mechanism, 3).epsilon(1e-6, Conversion.CKS).epsilon();
  }

  @Test
  void shares_countHonestOnesOnly() {
    assertThat(SHARES.honest()).isEqualTo(14);
    assertThat(SHARES.inflation()).isCloseTo(Math.sqrt(20 / 14.), within(1e-15));
    assertThatThrownBy(() -> new NoiseShares(6, 2, 4))
        .isInstanceOf(PrivacyRefusal.NoHonestNoise.class)
        .hasMessage(
            "of 6 participants, 2 colluders and 4 dropouts leave nobody whose noise counts");
    assertThatThrownBy(() -> new NoiseShares(6, -1, 0)).hasMessageContaining("-1, 0");
  }

  @Test
  void leastNoise_sufficesAndLessDoesNot() {
    PrivacyTarget target = new PrivacyTarget(1, 1e-6);
    var gaussian =
        DistributedDiscreteGaussian.least(
            UNIT, 1_000, SHARES, each -> Composition.of(each, 3).meets(target));
    assertThat(epsilon(gaussian)).isLessThanOrEqualTo(1);
    Variance less = Variance.of(gaussian.localVariance().numerator() - 1);
    assertThat(epsilon(new DistributedDiscreteGaussian(UNIT, 1_000, less, SHARES)))
        .isGreaterThan(1);

    var skellam =
        DistributedSkellam.least(
            UNIT, 1_000, SHARES, each -> Composition.of(each, 3).meets(target));
    assertThat(epsilon(skellam)).isLessThanOrEqualTo(1);
    Variance lessSkellam = Variance.of(skellam.localVariance().numerator() - 2);
    assertThat(epsilon(new DistributedSkellam(UNIT, 1_000, lessSkellam, SHARES))).isGreaterThan(1);
    assertThat(SkellamSampler.canDraw(skellam.localVariance())).isTrue();
  }

  @Test
  void leastNoise_ofALooseTarget_isTheSmallestAllowed() {
    var least = DistributedDiscreteGaussian.least(UNIT, 10, SHARES, each -> true);
    assertThat(least.localVariance()).isEqualTo(Variance.of(16));
    assertThat(DistributedSkellam.least(UNIT, 10, SHARES, each -> true).localVariance())
        .isEqualTo(Variance.of(16));
  }

  @Test
  void leastNoise_outOfReach_isRefused() {
    assertThatThrownBy(
            () -> DistributedDiscreteGaussian.least(UNIT, 10, SHARES, each -> each.rho() < 1e-30))
        .isInstanceOf(PrivacyRefusal.TargetUnreachable.class)
        .hasMessageContaining("4503599627370496");
    assertThatThrownBy(
            () -> DistributedSkellam.least(UNIT, 10, SHARES, each -> each.renyi(2) < 1e-30))
        .isInstanceOf(PrivacyRefusal.TargetUnreachable.class)
        .hasMessageContaining("4294967296");
  }

  @Test
  void noise_tooSmallOrNotDrawn_isRefusedWithTheNumber() {
    assertThatThrownBy(
            () -> new DistributedDiscreteGaussian(UNIT, 10, new Variance(159, 10), SHARES))
        .isInstanceOf(PrivacyRefusal.NoiseTooSmall.class)
        .hasMessageContaining("at least 16, a standard deviation of 4. Provided value: 159/10");
    assertThatThrownBy(() -> new DistributedSkellam(UNIT, 10, Variance.of(14), SHARES))
        .isInstanceOf(PrivacyRefusal.NoiseTooSmall.class);
    assertThatThrownBy(() -> new DistributedSkellam(UNIT, 10, Variance.of(17), SHARES))
        .isInstanceOf(PrivacyRefusal.NotSampled.class)
        .hasMessageContaining("even integer in [16, 2^32]. Provided value: 17");
    assertThatThrownBy(() -> new DistributedSkellam(UNIT, 0, Variance.of(18), SHARES))
        .hasMessageContaining("dimension");
  }

  /// Sums of 20 shares have the variance that is counted on, and stay within the bound.
  @Test
  void sampledShares_sumToTheNoiseThatIsCounted() {
    int dimension = 4_000;
    Variance variance = Variance.of(100);
    for (Distributed mechanism :
        new Distributed[] {
          new DistributedDiscreteGaussian(UNIT, dimension, variance, SHARES),
          new DistributedSkellam(UNIT, dimension, variance, SHARES)
        }) {
      long[] sum = new long[dimension];
      for (int participant = 0; participant < 20; participant++) {
        long[] share = new long[dimension];
        mechanism.sampler(new SplittableRandom(participant)::nextBytes).fill(share);
        for (int i = 0; i < dimension; i++) {
          sum[i] += share[i];
        }
      }
      double squares = 0;
      double bound = mechanism.noiseBound(1e-9);
      for (long element : sum) {
        squares += element * (double) element;
        assertThat(Math.abs((double) element)).isLessThan(bound);
      }
      // Five standard deviations of a variance from 4,000 values.
      assertThat(squares / dimension / 2_000).isCloseTo(1, within(5 * Math.sqrt(2. / dimension)));
      assertThat(bound).isBetween(Math.sqrt(2_000) * 6, Math.sqrt(2_000) * 9);
      assertThat(mechanism.ringBits(1_000, 1e-9)).isEqualTo(12);
    }
  }

  /// The bound holds for the exact distribution of one share, and is not ten times too cautious in
  /// logarithms.
  @Test
  void noiseBound_isNearTheExactTail() {
    NoiseShares one = new NoiseShares(1, 0, 0);
    for (int variance : new int[] {16, 1_000, 1_000_000}) {
      for (double failures : new double[] {.1, 1e-6, 1e-30}) {
        Variance local = Variance.of(variance);
        double gaussian = new DistributedDiscreteGaussian(UNIT, 1, local, one).noiseBound(failures);
        double skellam = new DistributedSkellam(UNIT, 1, local, one).noiseBound(failures);
        assertThat(2 * IntegerNoise.discreteGaussian(local).tail((long) Math.ceil(gaussian)))
            .isBetween(failures / 100, failures);
        assertThat(2 * IntegerNoise.skellam(variance).tail((long) Math.ceil(skellam)))
            .isBetween(failures / 100, failures);
      }
    }
    var some = new DistributedSkellam(UNIT, 1, Variance.of(16), one);
    assertThatThrownBy(() -> some.noiseBound(0)).isInstanceOf(PrivacyRefusal.DeltaOutOfRange.class);
  }

  /// 2^(bits-1) is above the largest, and half of that is not.
  @Test
  void ringBits_holdTheLargestSum() {
    var mechanism = new DistributedDiscreteGaussian(UNIT, 1, Variance.of(16), SHARES);
    for (double largest : new double[] {1, 1_000, 1e9}) {
      double all = largest + mechanism.noiseBound(1e-12);
      int bits = mechanism.ringBits(largest, 1e-12);
      assertThat(all)
          .isLessThan(Math.scalb(1., bits - 1))
          .isGreaterThanOrEqualTo(Math.scalb(1., bits - 2));
    }
  }

  @Test
  void rounding_ofAFineGrid_costsLittle() {
    Rounding fine = new Rounding(1, 1e-3, Rounding.DEFAULT_BETA, 1_000);
    fine.requireFineEnough();
    assertThat(fine.sensitivity().l2()).isBetween(1_000., 1_010.);
    assertThat(fine.sensitivity().doubled().l1()).isEqualTo(2 * fine.sensitivity().l1());
    assertThatThrownBy(() -> new Rounding(1, .01, .5, 1_000).requireFineEnough())
        .isInstanceOf(PrivacyRefusal.GranularityTooCoarse.class)
        .hasMessageContaining("0.0063")
        .hasMessageContaining("Provided value: 0.01");
    assertThatThrownBy(() -> new Rounding(1, .01, 1, 10)).hasMessageContaining("beta");
    assertThatThrownBy(() -> new Rounding(0, .01, .5, 10)).hasMessageContaining("clip");
  }
}
