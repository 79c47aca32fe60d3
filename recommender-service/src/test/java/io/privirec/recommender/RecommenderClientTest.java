package io.privirec.recommender;

import static io.privirec.recommender.TestReleases.item;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.BatchAnswer;
import io.privirec.wire.BatchRequest;
import io.privirec.wire.EvaluationRequest;
import io.privirec.wire.EvaluationView;
import io.privirec.wire.ExperimentArm;
import io.privirec.wire.ExperimentRequest;
import io.privirec.wire.ExperimentView;
import io.privirec.wire.ItemMetadata;
import io.privirec.wire.ItemMetadataLine;
import io.privirec.wire.JobView;
import io.privirec.wire.ModelView;
import io.privirec.wire.Problem.Violation;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.SimilarItemsRequest;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.ProblemAnswerException;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The Java client of wire-api against a running recommender.
class RecommenderClientTest {
  @RegisterExtension
  static final RunningRecommender service =
      RunningRecommender.notStarted(0, 1).with("--privirec.recommender.exact=true");

  @TempDir private static Path directory;
  private static RecommenderClient client;

  @BeforeAll
  static void start() {
    service.run();
    client =
        RecommenderClient.at(service.uri("/"))
            .adminToken(RunningRecommender.ADMIN_TOKEN)
            .timeout(Duration.ofSeconds(60))
            .build();
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  private static RecommendationRequest request(int n, int k) {
    return RecommendationRequest.of(List.of(new HistoryItem(item(n), null)), k);
  }

  @Test
  void recommend_aHistory_isAnsweredByTheModelChosen() throws Exception {
    RecommendationAnswer answer = client.recommend(request(3, 5));

    assertThat(answer.items()).hasSize(5).extracting(ranked -> ranked.rank()).startsWith(1, 2);
    assertThat(client.recommend(request(3, 5), ModelChoice.version("r-1")).items())
        .isEqualTo(answer.items());
    assertThat(client.recommend(request(3, 5), ModelChoice.of("somebody")).arm()).isNull();
  }

  @Test
  void recommend_valueOutOfRange_isATypedProblemThatPointsAtIt() {
    assertThatThrownBy(() -> client.recommend(request(3, 501)))
        .isInstanceOfSatisfying(
            ProblemAnswerException.class,
            e -> {
              assertThat(e.type()).contains(ProblemType.INVALID_VALUE);
              assertThat(e.problem().status()).isEqualTo(422);
              assertThat(e.problem().errors()).extracting(Violation::pointer).containsExactly("/k");
              assertThat(e.retryAfter()).isEmpty();
            });
  }

  @Test
  void recommend_addressOfNoService_isAnIoExceptionWithoutAProblem() throws Exception {
    try (RecommenderClient other = RecommenderClient.at(service.coordinator().uri()).build()) {
      assertThatThrownBy(other::models)
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(ProblemAnswerException.class);
    }
  }

  @Test
  void items_similarPopularAndScores_agreeWithRecommendations() throws Exception {
    RecommendationAnswer recommended = client.recommend(request(3, 5));

    assertThat(client.similar(item(3), 5).items()).isEqualTo(recommended.items());
    assertThat(client.similar(new SimilarItemsRequest(List.of(item(3)), 5, null, null)).items())
        .isEqualTo(recommended.items());
    assertThat(client.popular(3).items()).hasSize(3);
    String best = recommended.items().getFirst().item();
    ScoresRequest scores =
        new ScoresRequest(
            List.of(new HistoryItem(item(3), null)), null, List.of(best, "none"), null);
    assertThat(client.scores(scores).scores().getFirst().score())
        .isEqualTo(recommended.items().getFirst().score());
    assertThat(client.scores(scores).unknownItems()).containsExactly("none");
  }

  @Test
  void batch_aGoodAndABadLine_areAnsweredInTheirOrder() throws Exception {
    List<BatchRequest> requests =
        List.of(new BatchRequest("good", request(3, 5)), new BatchRequest(null, request(3, 501)));

    try (Stream<BatchAnswer> answers = client.recommend(requests)) {
      List<BatchAnswer> all = answers.toList();
      assertThat(all).extracting(BatchAnswer::line).containsExactly(1L, 2L);
      assertThat(all.getFirst().id()).isEqualTo("good");
      assertThat(all.getFirst().answer().items())
          .isEqualTo(client.recommend(request(3, 5)).items());
      assertThat(all.getLast().problem().code()).isEqualTo("invalid-value");
    }
  }

  @Test
  void batch_withoutARequest_isAProblem() {
    assertProblem(ProblemType.EMPTY_DATASET, () -> client.recommend(List.of()).close());
  }

  @Test
  void job_ofTwoRequests_hasAFileOfTwoAnswers() throws Exception {
    JsonMapper json = JsonMapper.shared();
    Path requests = directory.resolve("requests.ndjson");
    String line = json.writeValueAsString(new BatchRequest("u", request(3, 5)));
    Files.writeString(requests, line + "\n" + line + "\n");
    String id = client.createJob(requests).id();
    service.await(() -> status(id) == JobView.Status.COMPLETED);

    Path result = directory.resolve("result.ndjson");
    client.downloadJobResult(id, result);

    assertThat(Files.readAllLines(result))
        .hasSize(2)
        .allSatisfy(answer ->
            assertThat(json.readValue(answer, BatchAnswer.class).answer().items()).hasSize(5));
    client.deleteJob(id);
    assertProblem(ProblemType.UNKNOWN_JOB, () -> client.job(id));
  }

  private static JobView.Status status(String job) {
    try {
      return client.job(job).status();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void metadata_setReadAndForgotten_isAsTheServiceHasIt() throws Exception {
    String id = "a film? with = & + # ä";
    ItemMetadata metadata = new ItemMetadata(List.of("film"), null, null);

    assertThat(client.putItem(id, metadata)).isEqualTo(ItemMetadataLine.of(id, metadata));
    assertThat(client.item(id).categories()).containsExactly("film");
    client.deleteItem(id);
    assertThatThrownBy(() -> client.item(id)).isInstanceOf(ProblemAnswerException.class);
    assertThat(
            client
                .putItems(List.of(new ItemMetadataLine(item(9), List.of("rare"), null, null)))
                .items())
        .isEqualTo(1);
    assertThat(client.popular(3, "rare").items())
        .extracting(ranked -> ranked.item())
        .containsExactly(item(9));
    client.deleteItem(item(9));
  }

  @Test
  void models_asLoaded_areListed() throws Exception {
    assertThat(client.models().active()).isEqualTo("r-1");
    assertThat(client.models().models()).extracting(ModelView::modelVersion).containsExactly("r-1");
  }

  @Test
  void exact_answersAndScores_areByTheFactors() throws Exception {
    RecommendationAnswer exact = client.recommend(request(3, 5), ModelChoice.ACTIVE.exactly());

    String best = exact.items().getFirst().item();
    ScoresRequest scores =
        new ScoresRequest(List.of(new HistoryItem(item(3), null)), null, List.of(best), null);
    float score = client.scores(scores, ModelChoice.ACTIVE.exactly()).scores().getFirst().score();
    assertThat(score).isEqualTo(exact.items().getFirst().score());
    assertThat(client.scores(scores).scores().getFirst().score()).isNotEqualTo(score);
    List<BatchRequest> requests = List.of(new BatchRequest("u", request(3, 5)));
    assertThat(only(client.recommend(requests, ModelChoice.ACTIVE.exactly())).items())
        .isEqualTo(exact.items());
  }

  @Test
  void choice_withASubject_isRefusedWhereNoneBelongs() {
    ModelChoice somebody = ModelChoice.of("somebody");

    assertThatThrownBy(() -> client.recommend(List.of(), somebody))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.createJob(directory, somebody))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> client.scores(new ScoresRequest(List.of(), null, List.of("1"), null), somebody))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void model_loadedActivatedAndUnloaded_answersWhileItIsThere() throws Exception {
    assertThat(client.loadModel("r-0").models())
        .extracting(ModelView::modelVersion)
        .containsExactly("r-1", "r-0");
    assertThat(client.model("r-0").active()).isFalse();
    assertThat(client.shadowModel("r-0").models().getLast().shadow()).isTrue();
    assertThat(client.endShadow("r-0").models().getLast().shadow()).isFalse();
    assertThat(client.activateModel("r-0").active()).isEqualTo("r-0");
    assertThat(client.recommend(request(3, 5)).modelVersion()).isEqualTo("r-0");
    assertThat(client.rollbackModel().active()).isEqualTo("r-1");
    assertThat(client.followReleases().policy()).isEqualTo("newest");
    assertThat(client.unloadModel("r-0").models()).hasSize(1);
    assertProblem(ProblemType.UNKNOWN_MODEL, () -> client.model("r-0"));
  }

  @Test
  void experiment_begunAndChanged_isListedUntilItEnds() throws Exception {
    ExperimentArm one = new ExperimentArm("one", "r-1", 1);
    ExperimentRequest request = new ExperimentRequest("s", List.of(one));

    ExperimentView begun = client.putExperiment("mine", request);

    assertThat(begun.arms()).containsExactly(one);
    assertThat(client.putExperiment("mine", new ExperimentRequest("t", List.of(one))).salt())
        .isEqualTo("t");
    assertThat(client.experiments()).extracting(ExperimentView::name).containsExactly("mine");
    assertThat(client.experiment("mine").salt()).isEqualTo("t");
    client.endExperiment("mine");
    assertThat(client.experiments()).isEmpty();
    assertProblem(ProblemType.UNKNOWN_EXPERIMENT, () -> client.endExperiment("mine"));
  }

  @Test
  void evaluations_ofALoadedModel_areWhatWasTold() throws Exception {
    EvaluationRequest measured = new EvaluationRequest(10, Map.of("recall@20", 0.25));

    EvaluationView told = client.putEvaluation("r-1", "held-out", measured);

    assertThat(client.evaluations("r-1")).containsExactly(told);
  }

  @Test
  void batchAndJob_ofAModelOrAnExperiment_areAnsweredByIt() throws Exception {
    client.loadModel("r-0");
    client.putExperiment(
        "old", new ExperimentRequest("s", List.of(new ExperimentArm("all", "r-0", 1))));
    List<BatchRequest> requests = List.of(new BatchRequest("u", "somebody", request(3, 5)));
    Path lines = directory.resolve("one-request.ndjson");
    Files.writeString(lines, JsonMapper.shared().writeValueAsString(requests.getFirst()));

    assertThat(only(client.recommend(requests, ModelChoice.version("r-1"))).modelVersion())
        .isEqualTo("r-1");
    assertThat(only(client.recommend(requests, ModelChoice.ofExperiment("old"))).arm())
        .isEqualTo("all");
    String job = client.createJob(lines, ModelChoice.version("r-0")).id();
    service.await(() -> status(job) == JobView.Status.COMPLETED);
    assertThat(client.jobs()).extracting(JobView::id).contains(job);
    assertThat(only(client.jobResult(job)).modelVersion()).isEqualTo("r-0");
    client.deleteJob(job);
    client.endExperiment("old");
    client.unloadModel("r-0");
  }

  private static void assertProblem(ProblemType type, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ProblemAnswerException.class, e -> assertThat(e.type()).contains(type));
  }

  private static RecommendationAnswer only(Stream<BatchAnswer> answers) {
    try (answers) {
      List<BatchAnswer> all = answers.toList();
      assertThat(all).hasSize(1);
      return all.getFirst().answer();
    }
  }
}
