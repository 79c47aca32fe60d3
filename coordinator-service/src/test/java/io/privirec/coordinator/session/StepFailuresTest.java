package io.privirec.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StepFailuresTest {
  private final RuntimeException defect = new IllegalStateException("a defect");
  private final RuntimeException outage =
      new IllegalStateException(new SQLException("no connection", "08006"));

  private final StepFailures failures = new StepFailures();

  @Test
  void add_fiveDefectsInARow_areTooMany() {
    Duration pause = Duration.ZERO;
    for (int failure = 1; failure <= StepFailures.MOST; failure++) {
      assertThat(failures.areTooMany()).isFalse();
      failures.add(defect);
      assertThat(failures.count()).isEqualTo(failure);
      assertThat(failures.pause()).isGreaterThan(pause);
      pause = failures.pause();
    }
    assertThat(failures.areTooMany()).isTrue();
  }

  @Test
  void add_outages_areNeverTooMany() {
    for (int failure = 0; failure < 100; failure++) {
      failures.add(outage);
      assertThat(failures.isOutage()).isTrue();
      assertThat(failures.areTooMany()).isFalse();
    }
    assertThat(failures.count()).isZero();
  }

  @Test
  void add_outageAmongDefects_doesNotEndTheSession() {
    for (int failure = 0; failure < StepFailures.MOST; failure++) {
      failures.add(defect);
    }
    failures.add(outage);
    assertThat(failures.areTooMany()).isFalse();
    failures.add(defect);
    assertThat(failures.areTooMany()).isTrue();
  }

  @Test
  void clear_aStepThatWasDone_forgetsThem() {
    failures.add(defect);
    failures.clear();
    assertThat(failures.count()).isZero();
    assertThat(failures.areTooMany()).isFalse();
  }
}
