package io.privirec.coordinator;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Polls until a condition holds, for a minute at most unless a test says otherwise.
final class TestWait {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private TestWait() {}

  static void until(String what, BooleanSupplier condition) {
    until(what, PATIENCE, condition);
  }

  static void until(String what, Duration patience, BooleanSupplier condition) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("timed out: " + what);
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
