package io.privirec.lab.load;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Sends requests at a constant rate, each at its time, however long the answers to earlier ones
/// take. An answer's time counts from when its request was due: a service that stops for a second
/// is seen by all requests of that second, not by one.
final class OpenLoop {
  private static final long MOST_MICROS = 60_000_000;
  private static final int DIGITS = 3;

  /// More than that without an answer, and further requests fail at once.
  private static final int MOST_IN_FLIGHT = 10_000;

  private final HttpClient http;
  private final double perSecond;

  OpenLoop(HttpClient http, double perSecond) {
    this.http = http;
    this.perSecond = perSecond;
  }

  /// @param micros from when a request was due to when all of its answer was there
  /// @param errors requests without an answer of status 200
  record Outcome(Histogram micros, long requests, long errors) {}

  /// @param requests the n-th
  Outcome run(LongFunction<HttpRequest> requests, Duration length) throws InterruptedException {
    Histogram micros = new ConcurrentHistogram(MOST_MICROS, DIGITS);
    AtomicLong errors = new AtomicLong();
    Semaphore inFlight = new Semaphore(MOST_IN_FLIGHT);
    long count = Math.round(perSecond * length.toNanos() / 1e9);
    long begun = System.nanoTime();
    for (long n = 0; n < count; n++) {
      long due = begun + Math.round(1e9 * n / perSecond);
      awaitNanoTime(due);
      if (!inFlight.tryAcquire()) {
        errors.incrementAndGet();
        continue;
      }
      CompletableFuture<?> _ =
          send(requests.apply(n))
              .whenComplete((answer, failure) -> {
                micros.recordValue(Math.min(MOST_MICROS, (System.nanoTime() - due) / 1_000));
                if (failure != null || answer.statusCode() != 200) {
                  errors.incrementAndGet();
                }
                inFlight.release();
              });
    }
    inFlight.acquire(MOST_IN_FLIGHT);
    return new Outcome(micros, count, errors.get());
  }

  private CompletableFuture<HttpResponse<Void>> send(HttpRequest request) {
    return http.sendAsync(request, BodyHandlers.discarding());
  }

  private static void awaitNanoTime(long due) throws InterruptedException {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
