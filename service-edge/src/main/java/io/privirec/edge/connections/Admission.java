package io.privirec.edge.connections;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Decides whether a request waits for a thread of the service, or is refused at once because its
/// turn would come too late.
///
/// The expected wait is the number of waiting requests times the mean time between two turns
/// (Little's law). A pause of the machine makes the queue longer and its turns no slower, so that
/// nobody is refused. Refusals have two threads of the system, which the kernel runs beside the
/// threads that compute. Thread-safe.
final class Admission {
  private static final Logger log = LoggerFactory.getLogger(Admission.class);
  private static final int REFUSING_THREADS = 2;
  private static final double NEWEST_PART = 1 / 32.;
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final long longest;
  private final LongSupplier nanos;
  private final Executor refusing;
  private final AtomicInteger waiting = new AtomicInteger();
  private final LongAdder refused = new LongAdder();

  /// Nanoseconds between two turns, as a moving mean. Threads that write at the same time may lose
  /// a value.
  private volatile double interval;

  private volatile long told;

  /// @param longest that a request may wait; zero: there is no bound
  Admission(Duration longest) {
    this(longest, System::nanoTime, refusing());
  }

  Admission(Duration longest, LongSupplier nanos, Executor refusing) {
    this.longest = longest.toNanos();
    this.nanos = nanos;
    this.refusing = refusing;
    this.told = nanos.getAsLong() - BETWEEN_LINES.toNanos();
  }

  private static Executor refusing() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            REFUSING_THREADS,
            REFUSING_THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("refusing-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  boolean hasABound() {
    return longest > 0;
  }

  /// Runs the work on these threads in its turn, or the refusal soon.
  void execute(Executor threads, Runnable work, Runnable refusal) {
    int ahead = waiting.get();
    if (ahead * interval > longest) {
      refusing.execute(refusal);
      return;
    }
    long since = nanos.getAsLong();
    waiting.incrementAndGet();
    threads.execute(() -> {
      waiting.decrementAndGet();
      double newest = (nanos.getAsLong() - since) / (ahead + 1.);
      double mean = interval;
      interval = mean + NEWEST_PART * (newest - mean);
      work.run();
    });
  }

  /// A request was answered that it is refused.
  void refused() {
    refused.increment();
    long now = nanos.getAsLong();
    if (now - told >= BETWEEN_LINES.toNanos()) {
      told = now;
      log.warn(
          "Overloaded: more requests arrive than can be answered in time; {} were refused so far."
              + " Add replicas, or send fewer requests",
          refused.sum());
    }
  }

  /// Requests refused so far.
  long refusals() {
    return refused.sum();
  }

  /// Requests that wait for a thread.
  int waiting() {
    return waiting.get();
  }
}
