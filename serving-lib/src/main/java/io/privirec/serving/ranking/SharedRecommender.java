package io.privirec.serving.ranking;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// A recommender that may be retired while it is asked: requests under way finish on it, and it
/// closes after the last of them. Thread-safe.
public final class SharedRecommender implements AutoCloseable {
  private final Recommender recommender;

  /// Who uses it: its owner, and each request under way.
  private final AtomicInteger users = new AtomicInteger(1);

  /// Takes the recommender over.
  public SharedRecommender(Recommender recommender) {
    this.recommender = recommender;
  }

  /// Asks it; empty once it was retired.
  public <T> Optional<T> ask(Function<Recommender, T> question) {
    if (users.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
      return Optional.empty();
    }
    try {
      return Optional.of(question.apply(recommender));
    } finally {
      release();
    }
  }

  /// Retires it: nobody new is answered. Called once, by its owner.
  @Override
  public void close() {
    release();
  }

  private void release() {
    if (users.decrementAndGet() == 0) {
      recommender.close();
    }
  }
}
