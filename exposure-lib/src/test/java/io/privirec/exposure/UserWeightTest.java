package io.privirec.exposure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserWeightTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 737})
  void items_ofTheWeightOfAUser_isTheNumber(int items) {
    for (UserWeight weight : UserWeight.values()) {
      assertThat(weight.items(weight.of(items))).isCloseTo(items, within(1e-9 * items));
      assertThat(weight.items(0)).isInfinite();
    }
    // The pairs of a user have the norm √½.
    double pairs = items * (items - 1) / 2.0;
    assertThat(pairs * Math.pow(UserWeight.EQUAL_NORM.of(items), 2)).isCloseTo(.5, within(1e-9));
  }
}
