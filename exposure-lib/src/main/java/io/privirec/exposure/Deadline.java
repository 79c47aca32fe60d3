package io.privirec.exposure;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/// The end of the work of a reconstruction: its time or its memory is over. Safe for several
/// threads.
final class Deadline {
  private final long end;
  private final AtomicBoolean reached = new AtomicBoolean();

  /// @param time from now
  Deadline(Duration time) {
    this.end = System.nanoTime() + time.toNanos();
  }

  /// Ends the work before its time is over.
  void end() {
    reached.set(true);
  }

  /// Returns whether the work must end, and remembers it.
  boolean isReached() {
    if (System.nanoTime() - end > 0) {
      reached.set(true);
    }
    return reached.get();
  }

  /// Returns whether a limit ended the work.
  boolean wasReached() {
    return reached.get();
  }
}
