package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.wire.ReleaseManifest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Exact scores over HTTP, many at once, and where there are none.
class ExactScoresTest {
  private static final String EXACT = "/v1/recommendations?exact=true";

  @TempDir static Path published;
  @TempDir static Path data;
  private static TestCoordinator coordinator;
  private static RunningRecommender service;
  private static FactorFilter filter;

  @BeforeAll
  static void start() throws Exception {
    coordinator = new TestCoordinator();
    Path release = TestReleases.write(published, 1);
    filter = FactorFilterFile.read(release.resolve(ReleaseManifest.FACTORED_FILTER));
    coordinator.publish(release);
    service =
        RunningRecommender.start(data, coordinator.uri(), "--privirec.recommender.exact=true");
    service.awaitReady();
  }

  @AfterAll
  static void stop() {
    service.close();
    coordinator.close();
  }

  private static String history(int... items) {
    return "\"history\":["
        + Arrays.stream(items)
            .mapToObj(item -> "{\"item\":\"%s\"}".formatted(TestReleases.items().get(item)))
            .collect(Collectors.joining(","))
        + "]";
  }

  private static void assertScores(JsonNode items, float[] expected) {
    assertThat(items).isNotEmpty();
    items
        .valueStream()
        .forEach(item ->
            assertThat(item.get("score").floatValue())
                .isEqualTo(expected[TestReleases.items().indexOf(item.get("item").asString())]));
  }

  @Test
  void recommendations_manyAtOnce_areScoredByTheFactors_toTheSameBits() throws Exception {
    DenseMatrix expected = filter.scoreBatch(new int[][] {{1, 5, 9}, {2}, {3, 4}});
    int[][] histories = {{1, 5, 9}, {2}, {3, 4}};
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<JsonNode>> answers = new ArrayList<>();
      for (int n = 0; n < 60; n++) {
        String body = "{" + history(histories[n % 3]) + "}";
        answers.add(
            threads.submit(() -> {
              HttpResponse<String> answer = service.post(EXACT, body);
              assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
              return json(answer);
            }));
      }
      for (int n = 0; n < answers.size(); n++) {
        float[] scores = new float[expected.columns()];
        System.arraycopy(expected.data(), n % 3 * scores.length, scores, 0, scores.length);
        JsonNode answer = answers.get(n).get();
        assertScores(answer.at("/items"), scores);
        assertThat(answer.at("/items")).hasSize(20);
      }
    }
    String metrics = service.get("/actuator/prometheus").body();
    assertThat(metrics)
        .contains("recommender_batch_size_count{model=\"gf-cf\"}")
        .contains("recommender_score_seconds_count{model=\"gf-cf\",phase=\"lowrank\"}");
  }

  @Test
  void recommendations_filteredAndPaged_areThoseOfFoldedOnes_withOtherScores() {
    String first = TestReleases.items().get(7);
    JsonNode answer =
        json(
            service.post(
                EXACT,
                """
                {%s, "exclude": ["%s"], "explain": true, "diversity": {"lambda": 0.3},
                 "k": 5, "offset": 3}\
                """
                    .formatted(history(1, 5), first)));
    assertThat(answer.at("/items")).hasSize(5);
    assertThat(answer.at("/items/0/rank").asInt()).isEqualTo(4);
    assertThat(answer.at("/filtered/seen").asInt()).isEqualTo(2);
    assertThat(answer.at("/filtered/excluded").asInt()).isEqualTo(1);
    answer
        .at("/items")
        .valueStream()
        .forEach(item -> {
          double sum =
              item.get("because")
                  .valueStream()
                  .mapToDouble(part -> part.get("contribution").asDouble())
                  .sum();
          assertThat(Math.abs(sum - item.get("score").asDouble())).isLessThan(1e-5);
        });
  }

  @Test
  void scores_exact_areThoseOfTheFactors() {
    String item = TestReleases.items().get(4);
    JsonNode answer =
        json(
            service.post(
                "/v1/scores?exact=true", "{%s,\"items\":[\"%s\"]}".formatted(history(2), item)));
    assertThat(answer.at("/scores/0/score").floatValue()).isEqualTo(filter.entry(2, 4));
  }

  @Test
  void emptyHistory_exact_getsPopularItems() {
    JsonNode answer = json(service.post(EXACT, "{\"history\":[]}"));
    assertThat(answer.at("/strategy").asString()).isEqualTo("popular");
    assertThat(answer.at("/items")).hasSize(20);
  }

  @Test
  void request_thatIsNoFlag_isRefused() {
    assertThat(service.post("/v1/recommendations?exact=maybe", "{\"history\":[]}").statusCode())
        .isIn(400, 422);
  }

  @Test
  void shadow_withoutFactors_isNotAskedForExactScores(@TempDir Path releases, @TempDir Path other)
      throws Exception {
    try (TestCoordinator both = new TestCoordinator()) {
      both.publish(TestReleases.writePopularity(releases, 1));
      try (RunningRecommender shadowed =
          RunningRecommender.start(
              other,
              both.uri(),
              "--privirec.recommender.exact=true",
              "--privirec.recommender.shadow-sample=1.0")) {
        shadowed.awaitModel("r-1");
        both.publish(TestReleases.write(releases, 2));
        shadowed.awaitModel("r-2");
        assertThat(shadowed.admin("POST", "/v1/models/r-1:shadow").statusCode()).isEqualTo(200);
        String asked = "{" + history(1) + "}";
        assertThat(shadowed.post(EXACT, asked).statusCode()).isEqualTo(200);
        assertThat(shadowed.recommend(asked).statusCode()).isEqualTo(200);
        shadowed.await(() ->
            shadowed
                .get("/actuator/prometheus")
                .body()
                .contains("recommender_shadow_overlap_count{model=\"r-1\"} 1"));
        assertThat(shadowed.get("/actuator/prometheus").body())
            .doesNotContainPattern("recommender_shadow_(failed|dropped)_total\\{[^}]*} [1-9]");
      }
    }
  }

  @Test
  void serviceThatDoesNotKeepFactors_saysSo_andFetchesThemOnceItDoes(@TempDir Path other)
      throws Exception {
    try (RunningRecommender plain = RunningRecommender.start(other, coordinator.uri())) {
      plain.awaitReady();
      assertThat(other.resolve("releases/r-1").resolve(ReleaseManifest.FACTORED_FILTER))
          .doesNotExist();
      for (String body : new String[] {"{\"history\":[]}", "{" + history(1) + "}"}) {
        HttpResponse<String> answer = plain.post(EXACT, body);
        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(json(answer).at("/code").asString()).isEqualTo("exact-unavailable");
        assertThat(json(answer).at("/errors/0/pointer").asString()).isEqualTo("/exact");
      }
    }
    try (RunningRecommender exact =
        RunningRecommender.start(other, coordinator.uri(), "--privirec.recommender.exact=true")) {
      exact.awaitReady();
      assertThat(exact.post(EXACT, "{" + history(1) + "}").statusCode()).isEqualTo(200);
    }
  }
}
