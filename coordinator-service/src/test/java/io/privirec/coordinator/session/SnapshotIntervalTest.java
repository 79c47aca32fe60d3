package io.privirec.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SnapshotIntervalTest {
  private static final Instant LAST = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final SnapshotInterval DAY = new SnapshotInterval(Duration.ofHours(20));
  private static final SnapshotInterval NONE = new SnapshotInterval(Duration.ZERO);

  private static Instant after(SnapshotInterval interval, Instant now) {
    return interval.dataAsOf(Optional.of(LAST), now);
  }

  @Test
  void firstSession_isOverDataOfNowInWholeMilliseconds() {
    assertThat(DAY.dataAsOf(Optional.empty(), LAST.plusNanos(999))).isEqualTo(LAST);
  }

  @Test
  void interval_thatLasts_keepsTheTime() {
    Instant end = LAST.plus(DAY.length());
    assertThat(after(DAY, LAST)).isEqualTo(LAST);
    assertThat(after(DAY, end.minusNanos(1))).isEqualTo(LAST);
    assertThat(after(DAY, end)).isEqualTo(end);
  }

  @Test
  void clock_thatIsBehind_keepsTheTime() {
    assertThat(after(DAY, LAST.minusSeconds(90))).isEqualTo(LAST);
  }

  @Test
  void clock_thatWasFarAheadOnce_gaveATimeThatIsNotChosenAgain() {
    Instant latest = SnapshotInterval.latest(LAST.minus(Duration.ofMinutes(6)));
    assertThat(latest).isBefore(LAST);
    assertThat(SnapshotInterval.latest(LAST.minus(Duration.ofMinutes(4)))).isAfter(LAST);
  }

  @Test
  void emptyInterval_givesEachSessionALaterTimeWhateverTheClockSays() {
    Instant next = LAST.plusMillis(1);
    assertThat(after(NONE, LAST.minusSeconds(90))).isEqualTo(next);
    assertThat(after(NONE, LAST)).isEqualTo(next);
    assertThat(after(NONE, LAST.plusNanos(999))).isEqualTo(next);
    assertThat(after(NONE, LAST.plusSeconds(1))).isEqualTo(LAST.plusSeconds(1));
  }

  @Test
  void negativeInterval_isRefused() {
    assertThatThrownBy(() -> new SnapshotInterval(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("privirec.snapshot-interval must not be negative");
  }
}
