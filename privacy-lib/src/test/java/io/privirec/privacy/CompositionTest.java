package io.privirec.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.privacy.sampling.Variance;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompositionTest {
  private static final NoiseShares SHARES = new NoiseShares(20, 2, 4);
  private static final IntegerSensitivity UNIT = IntegerSensitivity.ofIntegers(10, 100);
  private static final Mechanism GAUSSIAN =
      new DistributedDiscreteGaussian(UNIT, 100, Variance.of(2_000), SHARES);
  private static final Mechanism SKELLAM =
      new DistributedSkellam(UNIT, 100, Variance.of(2_000), SHARES);

  @Test
  void epsilon_ofMixedMechanisms_isThatOfSummedDivergences() {
    Composition mixed = Composition.of(GAUSSIAN, 3).plus(Composition.of(SKELLAM, 2));
    assertThat(mixed.count()).isEqualTo(5);
    assertThat(mixed.rho()).isEmpty();
    assertThat(mixed.gaussian()).isEmpty();
    double order = mixed.epsilon(1e-6, Conversion.CKS).order();
    assertThat(order).isEqualTo(Math.rint(order));
    assertThat(mixed.renyi(order))
        .isCloseTo(3 * GAUSSIAN.renyi(order) + 2 * SKELLAM.renyi(order), within(1e-12));
    double epsilon = mixed.epsilon(1e-6, Conversion.CKS).epsilon();
    assertThat(Composition.of(SKELLAM, 2).plus(Composition.of(GAUSSIAN, 3)))
        .satisfies(other ->
            assertThat(other.epsilon(1e-6, Conversion.CKS).epsilon())
                .isCloseTo(epsilon, within(1e-12)));
    assertThat(epsilon)
        .isGreaterThan(Composition.of(GAUSSIAN, 5).epsilon(1e-6, Conversion.CKS).epsilon());
  }

  /// With much noise Skellam is Gaussian, and whole orders lose little.
  @Test
  void epsilon_ofMuchSkellamNoise_isNearlyGaussian() {
    IntegerSensitivity large = IntegerSensitivity.ofIntegers(100, 100);
    for (double epsilon : new double[] {.01, .1, 1, 10}) {
      Variance variance =
          Variance.of(
              2
                  * Math.round(
                      10_000 / 28. / Conversion.CKS.rho(new PrivacyTarget(epsilon, 1e-6)) / 2));
      double exact = epsilonOf(new DistributedDiscreteGaussian(large, 100, variance, SHARES));
      double skellam = epsilonOf(new DistributedSkellam(large, 100, variance, SHARES));
      assertThat(skellam / exact).isBetween(1., 1.1);
    }
  }

  private static double epsilonOf(Mechanism mechanism) {
    return Composition.of(mechanism, 1).epsilon(1e-6, Conversion.CKS).epsilon();
  }

  @Test
  void composition_ofNothing_losesNothing() {
    Composition none = new Composition(List.of());
    for (Conversion conversion : Conversion.values()) {
      assertThat(none.epsilon(1e-9, conversion).epsilon()).isZero();
    }
    assertThat(none.gaussian().orElseThrow().delta(0)).isZero();
  }

  @Test
  void conversion_extremeRho_staysFinite() {
    for (Conversion conversion : Conversion.values()) {
      double last = 0;
      for (double rho = 1e-18; rho < 1e12; rho *= 10) {
        double epsilon = conversion.ofConcentrated(rho, 1e-6).epsilon();
        assertThat(epsilon).isFinite().isGreaterThanOrEqualTo(last);
        last = epsilon;
      }
      assertThat(conversion.ofConcentrated(Double.POSITIVE_INFINITY, .1).epsilon()).isInfinite();
    }
    assertThat(Conversion.CKS.ofConcentrated(1e-18, 1e-6).epsilon()).isLessThan(1e-8);
  }

  /// The minimum over orders is one: no order nearby, nor any of a wide grid, gives less.
  @Test
  void conversion_bestOrder_isBest() {
    for (double rho : new double[] {1e-6, .01, 1, 100}) {
      RenyiBound best = Conversion.CKS.ofConcentrated(rho, 1e-5);
      for (double above = 1e-3; above < 1e6; above *= 1.07) {
        assertThat(Conversion.CKS.epsilon(1 + above, rho * (1 + above), 1e-5))
            .isGreaterThanOrEqualTo(best.epsilon() * (1 - 1e-12));
      }
    }
  }

  @Test
  void rho_ofTarget_isTheLargest() {
    for (double epsilon : new double[] {1e-3, 1, 50}) {
      for (Conversion conversion : Conversion.values()) {
        PrivacyTarget target = new PrivacyTarget(epsilon, 1e-7);
        double rho = conversion.rho(target);
        assertThat(conversion.ofConcentrated(rho, 1e-7).epsilon())
            .isLessThanOrEqualTo(epsilon * (1 + 1e-12))
            .isGreaterThan(epsilon * (1 - 1e-9));
      }
    }
  }

  @Test
  void arguments_outOfRange_areRefused() {
    assertThatThrownBy(() -> Conversion.CKS.ofConcentrated(-1, .1)).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> Conversion.CKS.ofConcentrated(1, 1))
        .isInstanceOf(PrivacyRefusal.DeltaOutOfRange.class);
    assertThatThrownBy(() -> Conversion.MIRONOV.epsilon(1, 1, .1))
        .hasMessageContaining("order must be above 1");
    assertThatThrownBy(() -> SKELLAM.renyi(2.5)).hasMessageContaining("whole number from 2 on");
    assertThatThrownBy(() -> new Release(SKELLAM, 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new Gaussian(0)).hasMessageContaining("noise multiplier");
    assertThatThrownBy(() -> new ZeroConcentrated(Double.NaN)).hasMessageContaining("rho");
  }

  /// As a manifest might say.
  @Test
  void epsilon_deltaNextToOne_isZero() {
    Composition release = Composition.of(new ZeroConcentrated(.01), 1);
    for (Conversion conversion : Conversion.values()) {
      assertThat(release.epsilon(Math.nextDown(1.0), conversion).epsilon()).isBetween(0.0, .02);
    }
  }
}
