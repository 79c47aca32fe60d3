package io.privirec.client.consent;

import io.privirec.client.coordinator.CoordinatorException;
import io.privirec.client.participation.SessionId;
import io.privirec.wire.SessionView;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/// How sessions stand, asked by one participant for all that are hosted here: a view of a session
/// of a thousand participants is long, and a thousand of them wait for its end.
@Component
final class SessionStatuses {
  private static final Duration FRESH = Duration.ofSeconds(4);

  /// An answer, or the question that is under way.
  private record Asked(CompletableFuture<SessionView.Status> status, long at) {
    boolean isFresh() {
      boolean recent = System.nanoTime() - at < FRESH.toNanos();
      return !status.isCompletedExceptionally() && (recent || !status.isDone());
    }
  }

  private final ConcurrentHashMap<SessionId, Asked> asked = new ConcurrentHashMap<>();

  /// The session's status, as the coordinator told it to somebody here a few seconds ago at most.
  ///
  /// @param question asks the coordinator
  /// @throws CoordinatorException if it told nothing
  SessionView.Status of(SessionId session, Supplier<SessionView.Status> question) {
    asked.values().removeIf(last -> !last.isFresh());
    Asked mine = new Asked(new CompletableFuture<>(), System.nanoTime());
    Asked first = asked.putIfAbsent(session, mine);
    if (first == null) {
      ask(question, mine.status());
    }
    return answer((first == null ? mine : first).status());
  }

  /// Makes the next call for a session ask the coordinator.
  void forget(SessionId session) {
    asked.remove(session);
  }

  private static void ask(
      Supplier<SessionView.Status> question, CompletableFuture<SessionView.Status> answer) {
    try {
      answer.complete(question.get());
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    } finally {
      // Nobody waits for ever, whatever was thrown.
      answer.completeExceptionally(new IllegalStateException("the question broke off"));
    }
  }

  private static SessionView.Status answer(CompletableFuture<SessionView.Status> status) {
    try {
      return status.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
