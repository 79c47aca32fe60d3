package io.privirec.wire.client;

import io.privirec.wire.BatchAnswer;
import io.privirec.wire.BatchRequest;
import io.privirec.wire.EvaluationRequest;
import io.privirec.wire.EvaluationView;
import io.privirec.wire.ExperimentRequest;
import io.privirec.wire.ExperimentView;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.ItemMetadataLine;
import io.privirec.wire.ItemsReport;
import io.privirec.wire.JobView;
import io.privirec.wire.ModelList;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.SimilarItemsRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Asks a recommender-service. Thread-safe: one is enough for a process, and keeps its connections.
///
/// ```java
/// try (RecommenderClient client =
///     RecommenderClient.at(URI.create("http://localhost:8082")).build()) {
///   var history = List.of(new HistoryItem("50", null), new HistoryItem("181", null));
///   client.recommend(RecommendationRequest.of(history, 10)).items().stream()
///       .map(RankedItem::item)
///       .forEach(System.out::println);
/// }
/// ```
///
/// Every method fails with [ProblemAnswerException] when the service answers with a problem, with
/// [java.net.http.HttpTimeoutException] when it is silent for longer than the timeout, and with
/// another [IOException] when there is no answer that can be read. A stream that was returned fails
/// with [java.io.UncheckedIOException] instead. Nothing is sent again: see
/// [ProblemAnswerException#retryAfter()].
public final class RecommenderClient implements AutoCloseable {
  private final JsonExchange exchange;
  private final Duration loadTimeout;

  private RecommenderClient(Builder builder) {
    this.loadTimeout = builder.loadTimeout;
    this.exchange = new JsonExchange(builder.base, builder.adminToken, builder.timeout);
  }

  /// Begins a client.
  ///
  /// @param base where the service is, with a path where a proxy has put one before it
  public static Builder at(URI base) {
    return new Builder(base);
  }

  /// The best items for a history, by the active model.
  public RecommendationAnswer recommend(RecommendationRequest request)
      throws IOException, InterruptedException {
    return recommend(request, ModelChoice.ACTIVE);
  }

  /// The best items for a history.
  public RecommendationAnswer recommend(RecommendationRequest request, ModelChoice choice)
      throws IOException, InterruptedException {
    return exchange.post(
        "/v1/recommendations" + choice.query(),
        request,
        choice.subject(),
        RecommendationAnswer.class);
  }

  /// What a history says about items, by the active model.
  public ScoresAnswer scores(ScoresRequest request) throws IOException, InterruptedException {
    return scores(request, ModelChoice.ACTIVE);
  }

  /// What a history says about items.
  ///
  /// @param choice without a subject: scores belong to no experiment
  public ScoresAnswer scores(ScoresRequest request, ModelChoice choice)
      throws IOException, InterruptedException {
    choice.requireNoSubject("scores belong to no experiment");
    return exchange.post("/v1/scores" + choice.query(), request, null, ScoresAnswer.class);
  }

  /// The items that several items recommend most.
  public RecommendationAnswer similar(SimilarItemsRequest request)
      throws IOException, InterruptedException {
    return exchange.post("/v1/items/similar", request, null, RecommendationAnswer.class);
  }

  /// The items that one item recommends most.
  public RecommendationAnswer similar(String item, int k) throws IOException, InterruptedException {
    return exchange.get(
        "/v1/items/" + Query.segment(item) + "/similar" + new Query().with("k", "" + k),
        RecommendationAnswer.class);
  }

  /// The items that most users interacted with.
  ///
  /// @param categories if any, only items of one of them
  public RecommendationAnswer popular(int k, String... categories)
      throws IOException, InterruptedException {
    Query query = new Query().with("k", "" + k);
    for (String category : categories) {
      query.with("category", category);
    }
    return exchange.get("/v1/items/popular" + query, RecommendationAnswer.class);
  }

  /// The best items for up to 1,000 histories, by the models of their subjects.
  public Stream<BatchAnswer> recommend(List<BatchRequest> requests)
      throws IOException, InterruptedException {
    return recommend(requests, ModelChoice.ACTIVE);
  }

  /// The best items for up to 1,000 histories.
  ///
  /// @param choice for all of them, without a subject: each request has its own
  /// @return a line for each request, in their order, as they come; close it
  public Stream<BatchAnswer> recommend(List<BatchRequest> requests, ModelChoice choice)
      throws IOException, InterruptedException {
    return exchange.lines(
        exchange.ndjson(
            "/v1/recommendations:batch" + ofBatch(choice),
            BodyPublishers.ofString(ndjson(requests))),
        BatchAnswer.class);
  }

  /// Has up to a million histories answered, by the models of their subjects. As the operator.
  public JobView createJob(Path requests) throws IOException, InterruptedException {
    return createJob(requests, ModelChoice.ACTIVE);
  }

  /// Has up to a million histories answered in the background. As the operator.
  ///
  /// @param requests file with a [BatchRequest] as JSON in each line
  /// @param choice for all of them, without a subject: each request has its own
  public JobView createJob(Path requests, ModelChoice choice)
      throws IOException, InterruptedException {
    return exchange.send(
        exchange.ndjson("/v1/jobs" + ofBatch(choice), BodyPublishers.ofFile(requests)),
        JobView.class);
  }

  private static Query ofBatch(ModelChoice choice) {
    return choice.requireNoSubject("each request of a batch has its own subject").query();
  }

  private static String ndjson(List<?> lines) {
    return lines.stream().map(JsonExchange::text).collect(Collectors.joining("\n", "", "\n"));
  }

  /// All jobs, newest first. As the operator.
  public List<JobView> jobs() throws IOException, InterruptedException {
    return List.of(exchange.get("/v1/jobs", JobView[].class));
  }

  /// How far a job is. As the operator.
  public JobView job(String id) throws IOException, InterruptedException {
    return exchange.get("/v1/jobs/" + Query.segment(id), JobView.class);
  }

  /// The answers of a completed job. As the operator.
  ///
  /// @return a line for each request, in their order, as they come; close it
  public Stream<BatchAnswer> jobResult(String id) throws IOException, InterruptedException {
    return exchange.lines(exchange.get(resultOf(id)), BatchAnswer.class);
  }

  /// Writes the answers of a completed job, a [BatchAnswer] as JSON in each line, to a file that
  /// does not exist; when it fails, there is none. As the operator.
  public void downloadJobResult(String id, Path target) throws IOException, InterruptedException {
    exchange.download(resultOf(id), target);
  }

  private static String resultOf(String id) {
    return "/v1/jobs/" + Query.segment(id) + "/result";
  }

  /// Deletes a job with all that it has; one under way stops. As the operator.
  public void deleteJob(String id) throws IOException, InterruptedException {
    exchange.delete("/v1/jobs/" + Query.segment(id));
  }

  /// Sets the metadata of an item, in place of what was known. As the operator.
  public ItemMetadataLine putItem(String item, ItemMetadata metadata)
      throws IOException, InterruptedException {
    return exchange.put("/v1/items/" + Query.segment(item), metadata, ItemMetadataLine.class);
  }

  /// Sets the metadata of many items, all or none. As the operator.
  public ItemsReport putItems(List<ItemMetadataLine> items)
      throws IOException, InterruptedException {
    return exchange.send(
        exchange.ndjson("/v1/items:bulk", BodyPublishers.ofString(ndjson(items))),
        ItemsReport.class);
  }

  /// The metadata of an item.
  public ItemMetadataLine item(String item) throws IOException, InterruptedException {
    return exchange.get("/v1/items/" + Query.segment(item), ItemMetadataLine.class);
  }

  /// Forgets the metadata of an item. As the operator.
  public void deleteItem(String item) throws IOException, InterruptedException {
    exchange.delete("/v1/items/" + Query.segment(item));
  }

  /// The loaded models, and which of them answers.
  public ModelList models() throws IOException, InterruptedException {
    return exchange.get("/v1/models", ModelList.class);
  }

  /// A loaded model.
  public ModelView model(String version) throws IOException, InterruptedException {
    return exchange.get(pathOf(version), ModelView.class);
  }

  /// Loads a release beside the other models, without activating it: answered when it is verified
  /// and warmed up, which may take minutes: see [Builder#loadTimeout]. As the operator.
  public ModelList loadModel(String version) throws IOException, InterruptedException {
    return exchange.post(pathOf(version) + ":load", loadTimeout, ModelList.class);
  }

  /// Makes a loaded model the one that answers. As the operator.
  public ModelList activateModel(String version) throws IOException, InterruptedException {
    return model(version, "activate");
  }

  /// Unloads a model that answers nobody. As the operator.
  public ModelList unloadModel(String version) throws IOException, InterruptedException {
    return model(version, "unload");
  }

  /// Has a loaded model answer a sample of requests unseen. As the operator.
  public ModelList shadowModel(String version) throws IOException, InterruptedException {
    return model(version, "shadow");
  }

  /// Has a model answer unseen no more; harmless when it does not. As the operator.
  public ModelList endShadow(String version) throws IOException, InterruptedException {
    return exchange.delete(pathOf(version) + ":shadow", ModelList.class);
  }

  /// Makes the model active again that was before. As the operator.
  public ModelList rollbackModel() throws IOException, InterruptedException {
    return exchange.post("/v1/models:rollback", ModelList.class);
  }

  /// Keeps the active model until [#followReleases()]. As the operator.
  public ModelList pin() throws IOException, InterruptedException {
    return exchange.post("/v1/models:pin", ModelList.class);
  }

  /// Activates the newest loaded model; newer releases become active again. As the operator.
  public ModelList followReleases() throws IOException, InterruptedException {
    return exchange.post("/v1/models:follow", ModelList.class);
  }

  private ModelList model(String version, String action) throws IOException, InterruptedException {
    return exchange.post(pathOf(version) + ":" + action, ModelList.class);
  }

  private static String pathOf(String modelVersion) {
    return "/v1/models/" + Query.segment(modelVersion);
  }

  /// Tells what a loaded model was measured at, on held-out data of that name. As the operator.
  public EvaluationView putEvaluation(
      String modelVersion, String dataset, EvaluationRequest evaluation)
      throws IOException, InterruptedException {
    return exchange.put(
        pathOf(modelVersion) + "/evaluations/" + Query.segment(dataset),
        evaluation,
        EvaluationView.class);
  }

  /// What a loaded model was measured at.
  public List<EvaluationView> evaluations(String modelVersion)
      throws IOException, InterruptedException {
    return List.of(exchange.get(pathOf(modelVersion) + "/evaluations", EvaluationView[].class));
  }

  /// Begins an experiment with loaded models, or changes it. As the operator.
  public ExperimentView putExperiment(String name, ExperimentRequest experiment)
      throws IOException, InterruptedException {
    return exchange.put("/v1/experiments/" + Query.segment(name), experiment, ExperimentView.class);
  }

  /// The experiments that run, the oldest first. As the operator.
  public List<ExperimentView> experiments() throws IOException, InterruptedException {
    return List.of(exchange.get("/v1/experiments", ExperimentView[].class));
  }

  /// An experiment that runs. As the operator.
  public ExperimentView experiment(String name) throws IOException, InterruptedException {
    return exchange.get("/v1/experiments/" + Query.segment(name), ExperimentView.class);
  }

  /// Ends an experiment: its subjects get the active model. As the operator.
  public void endExperiment(String name) throws IOException, InterruptedException {
    exchange.delete("/v1/experiments/" + Query.segment(name));
  }

  /// Closes connections; requests under way fail.
  @Override
  public void close() {
    exchange.close();
  }

  /// Settings of a client.
  public static final class Builder {
    private final URI base;
    private @Nullable String adminToken;
    private Duration timeout = Duration.ofSeconds(30);
    private Duration loadTimeout = Duration.ofMinutes(30);

    private Builder(URI base) {
      this.base = base;
    }

    /// The operator's token, for what only the operator may.
    public Builder adminToken(String token) {
      this.adminToken = token;
      return this;
    }

    /// How long a connection, then an answer's beginning, and then each further part of it may
    /// take; 30 seconds by default.
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /// How long the load of a model may take until it is answered: the service downloads, verifies
    /// and warms it up first; 30 minutes by default.
    public Builder loadTimeout(Duration loadTimeout) {
      this.loadTimeout = loadTimeout;
      return this;
    }

    /// The client. Connects when it is asked.
    public RecommenderClient build() {
      return new RecommenderClient(this);
    }
  }
}
