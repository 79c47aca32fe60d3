package io.privirec.lab.evaluation;

import io.privirec.filter.data.Dataset;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.RecommenderClient;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Asks the running recommender for every test user's recommendations, over HTTP.
public final class ServiceEvaluation {
  /// Enough to keep two cores busy without queueing.
  private static final int CONCURRENT_REQUESTS = 4;

  private final TestUsers users;
  private final RecommenderClient recommender;
  private final ModelChoice choice;
  private final Map<String, Integer> indexOfItem = new HashMap<>();

  /// Over these users, by the active model.
  public ServiceEvaluation(TestUsers users, RecommenderClient recommender) {
    this(users, recommender, ModelChoice.ACTIVE);
  }

  /// Over these users.
  ///
  /// @param choice of the model that is asked
  public ServiceEvaluation(TestUsers users, RecommenderClient recommender, ModelChoice choice) {
    this.users = users;
    this.recommender = recommender;
    this.choice = choice;
    List<String> items = users.dataset().itemIds();
    for (int i = 0; i < items.size(); i++) {
      indexOfItem.put(items.get(i), i);
    }
  }

  /// What the running recommender answered.
  ///
  /// @param model the version that made every answer
  /// @param lists of each user, best first
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Served(String model, int[][] lists) {}

  /// Asks for everybody.
  ///
  /// @param progress told how many users were answered
  /// @throws IOException when an answer is missing, or another model took over meanwhile
  public Served ask(IntConsumer progress) throws IOException, InterruptedException {
    AtomicReference<@Nullable String> model = new AtomicReference<>();
    int[][] lists =
        lists(
            answer -> {
              String version = answer.modelVersion();
              model.compareAndSet(null, version);
              if (!version.equals(model.get())) {
                throw new IOException(
                    "the recommender changed from model %s to %s".formatted(model.get(), version));
              }
            },
            progress);
    return new Served(String.valueOf(model.get()), lists);
  }

  /// Asks and measures.
  ///
  /// @param sessionId the session whose release must answer
  /// @param progress told how many users were answered
  /// @throws IOException when an answer is missing, or is not from that release
  public Quality run(String sessionId, IntConsumer progress)
      throws IOException, InterruptedException {
    return users.measure(
        lists(
            answer -> {
              if (!answer.sessionId().equals(sessionId)) {
                throw new IOException(
                    "the recommender answered from session %s instead of %s"
                        .formatted(answer.sessionId(), sessionId));
              }
            },
            progress));
  }

  @FunctionalInterface
  private interface Check {
    void accept(RecommendationAnswer answer) throws IOException;
  }

  private int[][] lists(Check check, IntConsumer progress)
      throws IOException, InterruptedException {
    int[][] ranked = new int[users.count()][];
    AtomicInteger next = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < CONCURRENT_REQUESTS; worker++) {
        workers.add(threads.submit(() -> work(ranked, next, check, answered, progress)));
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
    return ranked;
  }

  /// Takes users until none is left; a failure leaves none to the others.
  private @Nullable Void work(
      int[][] ranked, AtomicInteger next, Check check, AtomicInteger answered, IntConsumer progress)
      throws IOException, InterruptedException {
    try {
      for (int n = next.getAndIncrement(); n < ranked.length; n = next.getAndIncrement()) {
        ranked[n] = ask(n, check);
        progress.accept(answered.incrementAndGet());
      }
      return null;
    } catch (IOException | InterruptedException | RuntimeException e) {
      next.set(ranked.length);
      throw e;
    }
  }

  private int[] ask(int n, Check check) throws IOException, InterruptedException {
    Dataset dataset = users.dataset();
    List<HistoryItem> history =
        Arrays.stream(users.history(n))
            .mapToObj(item -> new HistoryItem(dataset.itemIds().get(item), null))
            .toList();
    RecommendationAnswer answer =
        recommender.recommend(RecommendationRequest.of(history, Quality.CUTOFF), choice);
    if (!answer.ignoredItems().isEmpty()) {
      throw new IOException(
          "model %s does not know all items of the data set".formatted(answer.modelVersion()));
    }
    check.accept(answer);
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
