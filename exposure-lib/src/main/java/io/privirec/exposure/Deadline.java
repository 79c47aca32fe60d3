package io.privirec.exposure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// The end of the time of a reconstruction. Safe for several threads.
final class Deadline {
  private final long end;
  private final AtomicBoolean reached = new AtomicBoolean();

  /// @param time from now
  Deadline(Duration time) {
    this.end = System.nanoTime() + time.toNanos();
  }

  /// Returns whether the time is over, and remembers it.
  boolean isReached() {
    if (System.nanoTime() - end > 0) {
      reached.set(true);
    }
    return reached.get();
  }

  /// Returns whether work ended because the time was over.
  boolean wasReached() {
    return reached.get();
  }
}
