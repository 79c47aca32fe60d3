package io.privirec.fuzz.outage;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Times at which this process stood still: a pause of the collector, or a machine that was busy
/// elsewhere. A thread sleeps for short times and notes when it wakes up late. Thread-safe.
final class StallWatch implements AutoCloseable {
  private static final Duration SLEEP = Duration.ofMillis(5);

  /// A thread that waits for its turn on a busy core is late by less.
  private static final long NOTED_NANOS = Duration.ofMillis(100).toNanos();

  private record Stall(long end, long nanos) {}

  private final Queue<Stall> stalls = new ConcurrentLinkedQueue<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("stalls").start(this::watch);

  private void watch() {
    long last = System.nanoTime();
    while (!Thread.currentThread().isInterrupted()) {
      try {
        Thread.sleep(SLEEP);
      } catch (InterruptedException e) {
        return;
      }
      long now = System.nanoTime();
      if (now - last > NOTED_NANOS) {
        stalls.add(new Stall(now, now - last));
      }
      last = now;
    }
  }

  /// Returns the total of the stalls that ended since then.
  ///
  /// @param begin as [System#nanoTime] has it
  Duration since(long begin) {
    return Duration.ofNanos(
        stalls.stream()
            .filter(stall -> stall.end() - begin > 0)
            .mapToLong(stall -> Math.min(stall.nanos(), stall.end() - begin))
            .sum());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
