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

/**
 * A body that fails when the next part of it does not come in time. The timeout of a request of the
 * JDK ends with the headers. Time in which nobody asks for more does not count, so that a slow
 * reader is not mistaken for a slow service.
 *
 * @param <T> what the body becomes
 */
final class PatientBody<T> implements BodySubscriber<T> {
  private final BodySubscriber<T> reader;
  private final Duration patience;

  private @Nullable Subscription parts;
  private long asked;
  private long waitingSince;
  private boolean isWatched;
  private boolean hasEnded;

  PatientBody(BodySubscriber<T> reader, Duration patience) {
    this.reader = reader;
    this.patience = patience;
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
    if (!hasEnded) {
      asked--;
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

  /** One look is on its way while something is asked for, however many parts come. */
  private void watch() {
    if (!isWatched && !hasEnded && asked > 0) {
      isWatched = true;
      CompletableFuture.delayedExecutor(left(), TimeUnit.NANOSECONDS).execute(this::look);
    }
  }

  private long left() {
    return patience.toNanos() - (System.nanoTime() - waitingSince);
  }

  private synchronized void look() {
    isWatched = false;
    if (!hasEnded && asked > 0 && left() <= 0) {
      hasEnded = true;
      // First, since cancelling fails the answer with a reason of its own.
      reader.onError(new HttpTimeoutException("the answer began, and stopped for " + patience));
      if (parts != null) {
        parts.cancel();
      }
    }
    watch();
  }
}
