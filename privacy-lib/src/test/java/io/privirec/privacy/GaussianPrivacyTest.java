package io.privirec.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class GaussianPrivacyTest {
  private static final double[] MUS = {1e-6, .01, .3, 1, 4, 30, 200};
  private static final double[] EPSILONS = {0, 1e-4, .1, 1, 10, 500};

  /// δ(0) = 2Φ(μ/2) - 1, which for small μ is μ/sqrt(2π)·(1 - μ²/24).
  @Test
  void delta_tinySensitivity_hasNoCancellation() {
    for (double mu : new double[] {1e-12, 1e-6, 1e-3}) {
      double series = mu / Math.sqrt(2 * Math.PI) * (1 - mu * mu / 24);
      assertThat(new GaussianPrivacy(mu).delta(0) / series).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void delta_isMonotone_inBothArguments() {
    for (double mu : MUS) {
      double last = 2;
      for (double epsilon : EPSILONS) {
        double delta = new GaussianPrivacy(mu).delta(epsilon);
        assertThat(delta).isBetween(0., last);
        assertThat(new GaussianPrivacy(1.01 * mu).delta(epsilon))
            .isGreaterThanOrEqualTo(delta * (1 - 1e-12));
        last = delta * (1 + 1e-12);
      }
    }
  }

  @Test
  void epsilon_isTheInverse_fromTheSafeSide() {
    for (double mu : MUS) {
      for (double delta : new double[] {.3, 1e-5, 1e-12, 1e-100, 1e-300}) {
        GaussianPrivacy privacy = new GaussianPrivacy(mu);
        double epsilon = privacy.epsilon(delta);
        assertThat(privacy.delta(epsilon)).isLessThanOrEqualTo(delta * (1 + 1e-12));
        if (epsilon > 0) {
          assertThat(privacy.delta(epsilon * (1 - 1e-9))).isGreaterThan(delta * (1 - 1e-12));
        }
      }
    }
  }

  @Test
  void epsilon_isBelow_everyConversion() {
    for (double mu : MUS) {
      double exact = new GaussianPrivacy(mu).epsilon(1e-6);
      double cks = Conversion.CKS.ofConcentrated(mu * mu / 2, 1e-6).epsilon();
      double mironov = Conversion.MIRONOV.ofConcentrated(mu * mu / 2, 1e-6).epsilon();
      assertThat(exact).isLessThanOrEqualTo(cks);
      assertThat(cks).isLessThanOrEqualTo(mironov);
    }
  }

  @Test
  void noiseMultiplier_isTheSmallest() {
    for (double epsilon : new double[] {1e-3, .5, 5, 300}) {
      for (double delta : new double[] {.1, 1e-6, 1e-50}) {
        double noise = GaussianPrivacy.noiseMultiplier(new PrivacyTarget(epsilon, delta));
        assertThat(new GaussianPrivacy(1 / noise).epsilon(delta))
            .isCloseTo(epsilon, within(1e-9 * epsilon));
      }
    }
  }

  @Test
  void arguments_outOfRange_areRefused() {
    assertThatThrownBy(() -> new GaussianPrivacy(-1)).hasMessageContaining("-1.0");
    GaussianPrivacy privacy = new GaussianPrivacy(1);
    assertThatThrownBy(() -> privacy.epsilon(0))
        .isInstanceOf(PrivacyRefusal.DeltaOutOfRange.class)
        .hasMessageContaining("must be in (0, 1). Provided value: 0.0");
    assertThatThrownBy(() -> privacy.epsilon(1)).isInstanceOf(PrivacyRefusal.DeltaOutOfRange.class);
    assertThatThrownBy(() -> privacy.delta(Double.NaN))
        .isInstanceOf(PrivacyRefusal.EpsilonOutOfRange.class);
    for (double epsilon : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new PrivacyTarget(epsilon, .1))
          .isInstanceOf(PrivacyRefusal.EpsilonOutOfRange.class)
          .hasMessageContaining(String.valueOf(epsilon));
    }
  }
}
