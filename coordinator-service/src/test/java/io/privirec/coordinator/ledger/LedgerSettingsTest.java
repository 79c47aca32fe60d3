package io.privirec.coordinator.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LedgerSettingsTest {
  private static LedgerSettings settings(long users, @Nullable Double delta) {
    return new LedgerSettings(8, 3, 16, 4, users, delta, Duration.ofDays(365), null);
  }

  @Test
  void delta_isAtMostATenthOfOneOverTheDeclaredUsers() {
    assertThat(settings(10_000, 1e-5).budget().limits().delta()).isEqualTo(1e-5);
    assertThatThrownBy(() -> settings(100_000, 1e-5).budget())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "privirec.coordinator.privacy: delta must be at most 1 / (10 × largest-users) = 1.0E-6."
                + " Provided value: 1.0E-5");
  }

  @Test
  void delta_thatIsNotGiven_isTheBound_orOneMillionth() {
    assertThat(settings(500, null).budget().limits().delta()).isEqualTo(1e-6);
    assertThat(settings(1_000_000, null).budget().limits().delta()).isEqualTo(1e-7);
  }
}
