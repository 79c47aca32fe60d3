package io.privirec.lab.attack.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RecoveryTest {
  @Test
  void position_ofEachPair_followsTheTriangle() {
    int items = 7;
    int expected = 0;
    for (int row = 0; row < items; row++) {
      for (int column = row + 1; column < items; column++, expected++) {
        assertThat(Recovery.position(row, column, items)).isEqualTo(expected);
        assertThat(Recovery.position(column, row, items)).isEqualTo(expected);
      }
    }
  }

  @Test
  void bounds_withoutSignal_areThoseOfAGuess() {
    assertThat(Recovery.aucBound(0)).isCloseTo(.5, within(1e-12));
    assertThat(Recovery.precisionBound(10, 300, 0)).isCloseTo(10 / 300., within(1e-9));
  }

  @Test
  void bounds_withMoreSignal_approachCertainty() {
    assertThat(Recovery.aucBound(1)).isBetween(.75, .77);
    assertThat(Recovery.precisionBound(10, 300, 1)).isGreaterThan(.1).isLessThan(.3);
    assertThat(Recovery.precisionBound(10, 300, 8)).isGreaterThan(.99);
  }

  @Test
  void limit_ofManyEstimates_isWiderThanOfASingleEstimate() {
    assertThat(Estimate.limit(3, 1)).isCloseTo(3, within(1e-9));
    assertThat(Estimate.limit(3, 100)).isBetween(4.1, 4.4);
  }
}
