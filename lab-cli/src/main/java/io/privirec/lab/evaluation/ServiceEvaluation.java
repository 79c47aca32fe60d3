package io.privirec.lab.evaluation;

import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.ProblemAnswerException;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.time.Duration;
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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Asks the running recommender for every test user's recommendations, over HTTP.
public final class ServiceEvaluation {
  /// Enough to keep two cores busy without queueing.
  private static final int CONCURRENT_REQUESTS = 4;

  private static final int ATTEMPTS = 20;

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

  /// Asks and measures lists.
  ///
  /// @param sessionId the session whose release must answer
  /// @param progress told how many users were answered
  /// @throws IOException when an answer is missing, or is not from that release
  public Quality run(String sessionId, IntConsumer progress)
      throws IOException, InterruptedException {
    return users.measure(lists(answer -> requireSession(answer.sessionId(), sessionId), progress));
  }

  /// Asks for the scores of held-out items and measures them as predicted ratings.
  ///
  /// @param sessionId the session whose release must answer
  /// @param model whose mean and range of ratings these are
  /// @param progress told how many users were answered
  /// @throws IOException when an answer is missing, or is not from that release
  public RatingErrors ratingErrors(String sessionId, RatingPredictor model, IntConsumer progress)
      throws IOException, InterruptedException {
    double[][] predictions = new double[users.count()][];
    everybody(
        n -> {
          ScoresAnswer answer =
              recommender.scores(
                  new ScoresRequest(history(n), null, ids(users.heldOut(n)), null), choice);
          requireSession(answer.sessionId(), sessionId);
          requireKnown(answer.modelVersion(), answer.ignoredItems(), answer.unknownItems());
          predictions[n] =
              answer.scores().stream().mapToDouble(item -> model.predicted(item.score())).toArray();
        },
        progress);
    return RatingErrors.of(predictions, model, users);
  }

  private static void requireSession(String answered, String expected) throws IOException {
    if (!answered.equals(expected)) {
      throw new IOException(
          "the recommender answered from session %s instead of %s".formatted(answered, expected));
    }
  }

  @SafeVarargs
  private static void requireKnown(String model, List<String>... unknown) throws IOException {
    for (List<String> items : unknown) {
      if (!items.isEmpty()) {
        throw new IOException("model %s does not know all items of the data set".formatted(model));
      }
    }
  }

  @FunctionalInterface
  private interface Check {
    void accept(RecommendationAnswer answer) throws IOException;
  }

  @FunctionalInterface
  private interface Ask {
    void user(int n) throws IOException, InterruptedException;
  }

  private int[][] lists(Check check, IntConsumer progress)
      throws IOException, InterruptedException {
    int[][] ranked = new int[users.count()][];
    everybody(
        n -> {
          RecommendationAnswer answer =
              recommender.recommend(RecommendationRequest.of(history(n), Quality.CUTOFF), choice);
          requireKnown(answer.modelVersion(), answer.ignoredItems());
          check.accept(answer);
          ranked[n] = answer.items().stream().mapToInt(item -> index(item.item())).toArray();
        },
        progress);
    return ranked;
  }

  private void everybody(Ask ask, IntConsumer progress) throws IOException, InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> workers = new ArrayList<>();
      for (int worker = 0; worker < CONCURRENT_REQUESTS; worker++) {
        workers.add(threads.submit(() -> work(next, ask, answered, progress)));
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
  }

  /// Takes users until none is left; a failure leaves none to the others.
  private @Nullable Void work(
      AtomicInteger next, Ask ask, AtomicInteger answered, IntConsumer progress)
      throws IOException, InterruptedException {
    try {
      for (int n = next.getAndIncrement(); n < users.count(); n = next.getAndIncrement()) {
        askUntilAnswered(ask, n);
        progress.accept(answered.incrementAndGet());
      }
      return null;
    } catch (IOException | InterruptedException | RuntimeException e) {
      next.set(users.count());
      throw e;
    }
  }

  /// A service under load answers later what it refuses.
  private static void askUntilAnswered(Ask ask, int n) throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        ask.user(n);
        return;
      } catch (ProblemAnswerException e) {
        boolean isLater = e.type().filter(ProblemType.OVERLOADED::equals).isPresent();
        if (!isLater || attempt == ATTEMPTS) {
          throw e;
        }
        Thread.sleep(e.retryAfter().orElse(Duration.ofSeconds(1)));
      }
    }
  }

  /// With the ratings that the data set has.
  private List<HistoryItem> history(int n) {
    int[] items = users.history(n);
    float[] ratings = users.ratings(n);
    List<String> ids = ids(items);
    return IntStream.range(0, items.length)
        .mapToObj(i ->
            new HistoryItem(ids.get(i), null, Float.isNaN(ratings[i]) ? null : (double) ratings[i]))
        .toList();
  }

  private List<String> ids(int[] items) {
    return Arrays.stream(items).mapToObj(users.dataset().itemIds()::get).toList();
  }

  private int index(String item) {
    Integer index = indexOfItem.get(item);
    if (index == null) {
      throw new IllegalStateException("the recommender answered with the unknown item " + item);
    }
    return index;
  }
}
