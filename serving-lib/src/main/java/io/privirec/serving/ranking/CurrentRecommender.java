package io.privirec.serving.ranking;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The recommender in use, exchangeable while requests are answered: those under way finish on the
/// one they began with, which closes after the last of them. Thread-safe.
public final class CurrentRecommender implements AutoCloseable {
  private final AtomicReference<@Nullable SharedRecommender> current = new AtomicReference<>();

  /// Asks the recommender in use; empty when there is none.
  public <T> Optional<T> ask(Function<Recommender, T> question) {
    while (true) {
      SharedRecommender recommender = current.get();
      if (recommender == null) {
        return Optional.empty();
      }
      Optional<T> answer = recommender.ask(question);
      // Retired since it was read: then there is another one, or none.
      if (answer.isPresent() || current.get() == recommender) {
        return answer;
      }
    }
  }

  /// Puts this one in use and retires the one before.
  public void exchange(Recommender next) {
    retire(current.getAndSet(new SharedRecommender(next)));
  }

  /// Retires the recommender in use; there is none afterwards.
  @Override
  public void close() {
    retire(current.getAndSet(null));
  }

  private static void retire(@Nullable SharedRecommender recommender) {
    if (recommender != null) {
      recommender.close();
    }
  }
}
