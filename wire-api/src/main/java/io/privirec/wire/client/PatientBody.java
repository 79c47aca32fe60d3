package io.privirec.wire.client;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A body that fails when it does not come in time. The timeout of a request of the JDK ends with
/// the headers. Time in which nobody asks for more does not count, so that a slow reader is not
/// mistaken for a slow service.
///
/// @param <T> what the body becomes
public final class PatientBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> reader;
  private final Limit limit;
  private final String failure;

  private @Nullable Subscription parts;
  private long received;
  private long waitedNanos;
  private long asked;
  private long waitingSince;
  private boolean isWatched;
  private boolean hasEnded;

  /// How long a body may be waited for.
  @FunctionalInterface
  public interface Limit {
    /// Nanoseconds that may still be waited for the next part; negative: it is too late.
    ///
    /// @param received bytes so far
    /// @param waitedNanos for them
    /// @param waitingNanos for the next part so far
    long left(long received, long waitedNanos, long waitingNanos);
  }

  /// Watches a body.
  ///
  /// @param failure what is said of one that does not come in time
  public PatientBody(BodySubscriber<T> reader, Limit limit, String failure) {
    this.reader = reader;
    this.limit = limit;
    this.failure = failure;
  }

  /// Waits for each part as long as for the first.
  static <T> PatientBody<T> of(BodySubscriber<T> reader, Duration patience) {
    return new PatientBody<>(
        reader,
        (_, _, waiting) -> patience.toNanos() - waiting,
        "the answer began, and stopped for " + patience);
  }

  @Override
  public CompletionStage<T> getBody() {
    return reader.getBody();
  }

  @Override
  public synchronized void onSubscribe(Subscription subscription) {
    parts = subscription;
    reader.onSubscribe(
        new Subscription() {
          @Override
          public void request(long n) {
            ask(n);
            subscription.request(n);
          }

          @Override
          public void cancel() {
            end();
            subscription.cancel();
          }
        });
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> part) {
    if (hasEnded) {
      return;
    }
    waitedNanos += waiting();
    waitingSince = System.nanoTime();
    asked--;
    received += part.stream().mapToLong(ByteBuffer::remaining).sum();
    if (left() < 0) {
      fail();
    } else {
      reader.onNext(part);
      waitingSince = System.nanoTime();
    }
  }

  @Override
  public synchronized void onError(Throwable failure) {
    if (!hasEnded) {
      hasEnded = true;
      reader.onError(failure);
    }
  }

  @Override
  public synchronized void onComplete() {
    if (!hasEnded) {
      hasEnded = true;
      reader.onComplete();
    }
  }

  private synchronized void ask(long n) {
    if (asked == 0) {
      waitingSince = System.nanoTime();
    }
    // A reader may ask for everything, which is the largest number.
    asked = asked > Long.MAX_VALUE - n ? Long.MAX_VALUE : asked + n;
    watch();
  }

  private synchronized void end() {
    hasEnded = true;
  }

  /// One look is on its way while something is asked for, however many parts come.
  private void watch() {
    if (!isWatched && !hasEnded && asked > 0) {
      isWatched = true;
      CompletableFuture.delayedExecutor(Math.max(0, left()) + 1, TimeUnit.NANOSECONDS)
          .execute(this::look);
    }
  }

  private synchronized void look() {
    isWatched = false;
    if (!hasEnded && asked > 0 && left() < 0) {
      fail();
    }
    watch();
  }

  private long left() {
    return limit.left(received, waitedNanos, waiting());
  }

  private long waiting() {
    return asked > 0 ? System.nanoTime() - waitingSince : 0;
  }

  private void fail() {
    hasEnded = true;
    // First, since cancelling fails the answer with a reason of its own.
    reader.onError(new HttpTimeoutException(failure));
    if (parts != null) {
      parts.cancel();
    }
  }
}
