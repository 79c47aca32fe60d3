package io.privirec.lab.evaluation;

import io.privirec.filter.data.Dataset;
import io.privirec.lab.http.RecommenderApi;
import io.privirec.wire.RecommendationAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Asks the running recommender for every test user's recommendations, over HTTP.
public final class ServiceEvaluation {
  /// Enough to keep two cores busy without queueing.
  private static final int CONCURRENT_REQUESTS = 4;

  private final TestUsers users;
  private final RecommenderApi recommender;
  private final Map<String, Integer> indexOfItem = new HashMap<>();

  /// Over these users.
  public ServiceEvaluation(TestUsers users, RecommenderApi recommender) {
    this.users = users;
    this.recommender = recommender;
    List<String> items = users.dataset().itemIds();
    for (int i = 0; i < items.size(); i++) {
      indexOfItem.put(items.get(i), i);
    }
  }

  /// Asks and measures.
  ///
  /// @param sessionId the session whose release must answer
  /// @param progress told how many users were answered
  /// @throws IOException when an answer is missing, or is not from that release
  public Quality run(String sessionId, IntConsumer progress)
      throws IOException, InterruptedException {
    int[][] ranked = new int[users.count()][];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < CONCURRENT_REQUESTS; worker++) {
        workers.add(threads.submit(() -> work(ranked, next, sessionId, answered, progress)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failed) {
        throw failed;
      }
      throw new IllegalStateException(e.getCause());
    }
    return users.measure(ranked);
  }

  /// Takes users until none is left; a failure leaves none to the others.
  private @Nullable Void work(
      int[][] ranked,
      AtomicInteger next,
      String sessionId,
      AtomicInteger answered,
      IntConsumer progress)
      throws IOException, InterruptedException {
    try {
      for (int n = next.getAndIncrement(); n < ranked.length; n = next.getAndIncrement()) {
        ranked[n] = ask(n, sessionId);
        progress.accept(answered.incrementAndGet());
      }
      return null;
    } catch (IOException | InterruptedException | RuntimeException e) {
      next.set(ranked.length);
      throw e;
    }
  }

  private int[] ask(int n, String sessionId) throws IOException, InterruptedException {
    Dataset dataset = users.dataset();
    List<String> history =
        Arrays.stream(users.history(n)).mapToObj(dataset.itemIds()::get).toList();
    RecommendationAnswer answer = recommender.recommend(history, Quality.CUTOFF);
    if (!answer.sessionId().equals(sessionId)) {
      throw new IOException(
          "the recommender answered from session %s instead of %s"
              .formatted(answer.sessionId(), sessionId));
    }
    return answer.items().stream().mapToInt(item -> index(item.item())).toArray();
  }

  private int index(String item) {
    Integer index = indexOfItem.get(item);
    if (index == null) {
      throw new IllegalStateException("the recommender answered with the unknown item " + item);
    }
    return index;
  }
}
