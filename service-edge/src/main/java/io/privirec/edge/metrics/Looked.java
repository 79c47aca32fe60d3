package io.privirec.edge.metrics;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A value for gauges that costs a query. A thread of its own looks for it once an interval, so
/// that a scrape never waits for the database. The gauges are NaN while the last look failed or is
/// overdue.
///
/// @param <T> what a look finds
public final class Looked<T> implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Looked.class);

  private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(5);

  private final String name;
  private final Duration interval;
  private final Supplier<T> look;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable Found<T> last;

  private record Found<T>(T value, long nanos) {}

  /// @param name of the thread
  public Looked(String name, Duration interval, Supplier<T> look) {
    this.name = name;
    this.interval = interval;
    this.look = look;
  }

  /// Looks from now on.
  public void start() {
    Thread.ofPlatform().daemon().name(name).start(this::run);
  }

  /// Returns a number of what was found last.
  public double value(ToDoubleFunction<T> number) {
    Found<T> found = last;
    return found != null && System.nanoTime() - found.nanos() < 3 * interval.toNanos()
        ? number.applyAsDouble(found.value())
        : Double.NaN;
  }

  private void run() {
    try {
      Duration pause;
      do {
        last = found();
        pause =
            last == null && interval.compareTo(AFTER_A_FAILURE) > 0 ? AFTER_A_FAILURE : interval;
      } while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS));
    } catch (InterruptedException _) {
      // The service ends.
    }
  }

  private @Nullable Found<T> found() {
    try {
      return new Found<>(look.get(), System.nanoTime());
    } catch (RuntimeException e) {
      log.debug("{}: nothing was found", name, e);
      return null;
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
