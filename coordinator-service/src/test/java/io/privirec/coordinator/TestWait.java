package io.privirec.coordinator;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/// Polls until a condition holds, for a minute at most unless a test says otherwise.
final class TestWait {
  private TestWait() {}

  static void until(String what, Callable<Boolean> condition) {
    until(what, Duration.ofMinutes(1), condition);
  }

  static void until(String what, Duration patience, Callable<Boolean> condition) {
    Awaitility.await(what)
        .atMost(patience)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(30))
        .until(condition);
  }
}
