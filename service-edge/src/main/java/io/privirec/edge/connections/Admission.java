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

/// Decides whether what came in on a connection waits for a thread of the service, or is refused at
/// once because its turn would come too late. A queue that is longer than callers wait does work
/// for nobody.
///
/// The wait is foreseen from how many wait, and from how fast those before them got their threads
/// (Little's law). A pause of the machine makes the queue long, and not its turns slow, so that it
/// refuses nobody. Refusals have threads of the system of their own, which the kernel runs beside
/// those that compute. Thread-safe.
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

  /// Nanoseconds between one turn and the next, a moving mean. Of two threads that write it at a
  /// time one is not counted.
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

  /// Has the work done by these threads in its turn, or the refusal by another one soon.
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

  /// What waits for a thread now.
  int waiting() {
    return waiting.get();
  }
}
