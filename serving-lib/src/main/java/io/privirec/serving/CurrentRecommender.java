package io.privirec.serving;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The recommender in use, exchangeable while requests are answered: those under way finish on the
 * one they began with, which closes after the last of them. Thread-safe.
 */
public final class CurrentRecommender implements AutoCloseable {
  private final AtomicReference<@Nullable Lease> current = new AtomicReference<>();

  /** Asks the recommender in use; empty when there is none. */
  public <T> Optional<T> ask(Function<Recommender, T> question) {
    while (true) {
      Lease lease = current.get();
      if (lease == null) {
        return Optional.empty();
      }
      // Fails only when the lease was exchanged since it was read: then there is another one.
      if (lease.acquire()) {
        try {
          return Optional.of(question.apply(lease.recommender));
        } finally {
          lease.release();
        }
      }
    }
  }

  /** Puts this one in use and retires the one before. */
  public void exchange(Recommender next) {
    retire(current.getAndSet(new Lease(next)));
  }

  /** Retires the recommender in use; there is none afterwards. */
  @Override
  public void close() {
    retire(current.getAndSet(null));
  }

  private static void retire(@Nullable Lease lease) {
    if (lease != null) {
      lease.release();
    }
  }

  /** Counts who uses a recommender: this holder, and each request under way. */
  private static final class Lease {
    private final Recommender recommender;
    private final AtomicInteger users = new AtomicInteger(1);

    Lease(Recommender recommender) {
      this.recommender = recommender;
    }

    boolean acquire() {
      return users.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    void release() {
      if (users.decrementAndGet() == 0) {
        recommender.close();
      }
    }
  }
}
