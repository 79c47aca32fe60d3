package io.privirec.federation.ddppm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class NormalPairTest {
  private static Normal of(double mean, double variance) {
    return new Normal(new double[] {mean}, new double[] {variance});
  }

  @Test
  void equalVariances_haveTheKnownDivergence() {
    NormalPair pair = NormalPair.of(of(1, 4), of(4, 4));
    assertThat(pair.divergence(3)).isCloseTo(3 * 9 / (2 * 4.0), within(1e-12));
    assertThat(pair.swapped().divergence(3)).isCloseTo(pair.divergence(3), within(1e-12));
  }

  @Test
  void largerVariance_hasNoDivergenceFromAMuchSmallerOne() {
    NormalPair pair = NormalPair.of(of(0, 4), of(0, 1));
    assertThat(pair.divergence(1.3)).isFinite();
    assertThat(pair.divergence(1.4)).isInfinite();
    assertThat(pair.swapped().divergence(50)).isFinite();
  }

  /// What both fix at the same number says nothing, whatever else there is.
  @Test
  void fixedDirections_areLeftOutWhereBothAgree_andTellThemApartElse() {
    double[] covariance = {1, 1, 1, 1};
    Normal one = new Normal(new double[] {0, 0}, covariance);
    assertThat(NormalPair.of(one, new Normal(new double[] {1, 1}, covariance)).divergence(2))
        .isCloseTo(1, within(1e-9));
    NormalPair apart = NormalPair.of(one, new Normal(new double[] {1, 0}, covariance));
    assertThat(apart.divergence(1.01)).isInfinite();
    assertThat(apart.delta(1e6)).isEqualTo(1);
    NormalPair onlyOneVaries =
        NormalPair.of(one, new Normal(new double[] {0, 0}, new double[] {1, 0, 0, 1}));
    assertThat(onlyOneVaries.delta(1e6)).isEqualTo(1);
    assertThat(NormalPair.of(of(3, 0), of(3, 0)).divergence(2)).isZero();
    assertThat(NormalPair.of(of(3, 0), of(4, 0)).delta(9)).isEqualTo(1);
  }

  @Test
  void delta_falls_andIsThatOfTheWorseDirection() {
    NormalPair pair = NormalPair.of(of(0, 4), of(0, 1));
    assertThat(pair.delta(.1)).isGreaterThan(pair.delta(1)).isEqualTo(pair.swapped().delta(.1));
    assertThat(NormalPair.of(of(0, 1), of(0, 1)).delta(5)).isLessThan(1e-100);
  }

  @Test
  void whatHasNoAnswer_isRefused() {
    assertThatThrownBy(() -> NormalPair.of(of(0, 1), of(0, 1)).divergence(1))
        .hasMessageContaining("above 1");
    assertThatThrownBy(
            () -> NormalPair.of(of(0, 1), new Normal(new double[2], new double[] {1, 0, 0, 1})))
        .hasMessageContaining("dimensions differ");
    assertThatThrownBy(() -> new Normal(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
