package io.privirec.client.coordinator;

import io.privirec.edge.problem.Pace;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The body of an answer that fails when it comes too slowly as a whole: the timeout of a request
/// of the JDK ends with the head of the answer. Time in which nobody asks for more does not count.
final class PacedBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> reader;
  private final Pace pace;

  private @Nullable Subscription parts;
  private long received;
  private long waitedNanos;
  private long asked;
  private long waitingSince;
  private boolean isWatched;
  private boolean hasEnded;

  PacedBody(BodySubscriber<T> reader, Pace pace) {
    this.reader = reader;
    this.pace = pace;
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

  private synchronized void ask(long n) {
    if (asked == 0) {
      waitingSince = System.nanoTime();
    }
    // A reader may ask for everything, which is the largest number.
    asked = asked > Long.MAX_VALUE - n ? Long.MAX_VALUE : asked + n;
    watch();
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> part) {
    if (hasEnded) {
      return;
    }
    long now = System.nanoTime();
    waitedNanos += now - waitingSince;
    waitingSince = now;
    asked--;
    received += part.stream().mapToLong(ByteBuffer::remaining).sum();
    if (left() < 0) {
      fail();
    } else {
      reader.onNext(part);
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

  /// Nanoseconds that may still be waited.
  private long left() {
    long waiting = asked > 0 ? System.nanoTime() - waitingSince : 0;
    return pace.freeNanos(received) - waitedNanos - waiting;
  }

  private void fail() {
    hasEnded = true;
    // First, since cancelling fails the answer with a reason of its own.
    reader.onError(
        new HttpTimeoutException(
            "the answer came with less than %d bytes per second after the first %d seconds"
                .formatted(pace.bytesPerSecond(), pace.grace().toSeconds())));
    if (parts != null) {
      parts.cancel();
    }
  }
}
