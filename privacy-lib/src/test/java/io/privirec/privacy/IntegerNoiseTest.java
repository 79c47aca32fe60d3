package io.privirec.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.privacy.sampling.Variance;
import org.junit.jupiter.api.Test;

/// What the reference values do not have.
class IntegerNoiseTest {
  @Test
  void masses_sumToOne_andTailsAreTheirSums() {
    for (IntegerNoise noise :
        new IntegerNoise[] {
          IntegerNoise.discreteGaussian(new Variance(1, 9)),
          IntegerNoise.discreteGaussian(Variance.of(1)),
          IntegerNoise.discreteGaussian(Variance.of(123_456)),
          IntegerNoise.skellam(.5),
          IntegerNoise.skellam(123_456)
        }) {
      assertThat(noise.mass(0) + 2 * noise.tail(1)).isCloseTo(1, within(1e-12));
      assertThat(noise.mass(-7)).isEqualTo(noise.mass(7));
      assertThat(noise.tail(7) - noise.tail(8)).isCloseTo(noise.mass(7), within(1e-15));
      assertThat(noise.mass(Long.MAX_VALUE)).isZero();
    }
    assertThat(IntegerNoise.skellam(123_456).variance()).isCloseTo(123_456, within(1e-6));
  }

  /// Either is nearly Gaussian where σ is large.
  @Test
  void delta_ofMuchNoise_isThatOfAGaussian() {
    double gaussian = new GaussianPrivacy(.5).delta(1);
    assertThat(IntegerNoise.discreteGaussian(Variance.of(1_000_000)).delta(1, 500) / gaussian)
        .isCloseTo(1, within(1e-2));
    assertThat(IntegerNoise.skellam(1_000_000).delta(1, 500) / gaussian).isCloseTo(1, within(1e-2));
  }

  @Test
  void arguments_outOfRange_areRefused() {
    IntegerNoise noise = IntegerNoise.discreteGaussian(Variance.of(1));
    assertThatThrownBy(() -> noise.delta(1, 161)).hasMessageContaining("[1, 160]");
    assertThatThrownBy(() -> noise.renyi(2, 0)).hasMessageContaining("Provided value: 0");
    assertThatThrownBy(() -> IntegerNoise.skellam(0)).hasMessageContaining("mu must be");
    assertThat(noise.epsilon(.9, 1, .5)).isZero();
  }
}
