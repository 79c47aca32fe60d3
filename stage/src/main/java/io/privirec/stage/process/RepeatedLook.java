package io.privirec.stage.process;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Looks at something again and again, on a thread of its own, until it is closed. What is shorter
/// than the time between two looks may be missed.
public final class RepeatedLook implements AutoCloseable {
  private final ScheduledExecutorService clock;

  private RepeatedLook(String name) {
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name(name).factory());
  }

  /// Starts at once.
  ///
  /// @param name of the thread
  /// @param look throws nothing; or else it was the last one
  public static RepeatedLook start(String name, Duration every, Runnable look) {
    RepeatedLook repeated = new RepeatedLook(name);
    var _ = repeated.clock.scheduleAtFixedRate(look, 0, every.toMillis(), TimeUnit.MILLISECONDS);
    return repeated;
  }

  /// Does not wait for a look that has begun, but interrupts it.
  @Override
  public void close() {
    clock.shutdownNow();
  }
}
