package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.wire.ReleaseManifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// Exact scores over HTTP, many at once, and where there are none.
class ExactScoresTest {
  private static final String EXACT = "/v1/recommendations?exact=true";
  private static final String KEPT = "--privirec.recommender.exact=true";

  @RegisterExtension
  static final RunningRecommender service = RunningRecommender.serving(1).with(KEPT);

  private static FactorFilter filter;

  @BeforeAll
  static void read() throws Exception {
    filter =
        FactorFilterFile.read(service.published("r-1").resolve(ReleaseManifest.FACTORED_FILTER));
  }

  private static String history(int... items) {
    return "\"history\":["
        + Arrays.stream(items)
            .mapToObj(item -> "{\"item\":\"%s\"}".formatted(TestReleases.item(item)))
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
              return service.post(EXACT, body).is(200).json();
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
    String metrics = service.scrape();
    assertThat(metrics)
        .contains("recommender_batch_size_count{model=\"gf-cf\"}")
        .contains("recommender_score_seconds_count{model=\"gf-cf\",phase=\"lowrank\"}");
  }

  @Test
  void recommendations_filteredAndPaged_areThoseOfFoldedOnes_withOtherScores() {
    String first = TestReleases.item(7);
    JsonNode answer =
        service
            .post(
                EXACT,
                """
                {%s, "exclude": ["%s"], "explain": true, "diversity": {"lambda": 0.3},
                 "k": 5, "offset": 3}\
                """
                    .formatted(history(1, 5), first))
            .json();
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
    String item = TestReleases.item(4);
    JsonNode answer =
        service
            .post("/v1/scores?exact=true", "{%s,\"items\":[\"%s\"]}".formatted(history(2), item))
            .json();
    assertThat(answer.at("/scores/0/score").floatValue()).isEqualTo(filter.entry(2, 4));
  }

  @Test
  void emptyHistory_exact_getsPopularItems() {
    JsonNode answer = service.post(EXACT, "{\"history\":[]}").json();
    assertThat(answer.at("/strategy").asString()).isEqualTo("popular");
    assertThat(answer.at("/items")).hasSize(20);
  }

  @Test
  void request_thatIsNoFlag_isRefused() {
    assertThat(service.post("/v1/recommendations?exact=maybe", "{\"history\":[]}").status())
        .isIn(400, 422);
  }

  @Test
  void shadow_withoutFactors_isNotAskedForExactScores() throws Exception {
    try (RunningRecommender shadowed =
        RunningRecommender.notStarted()
            .with(KEPT, "--privirec.recommender.shadow-sample=1.0")
            .open()) {
      TestReleases.writePopularity(shadowed.published(), 1);
      shadowed.start();
      shadowed.publish(1, 2);
      shadowed.awaitModel("r-2");
      shadowed.admin("POST", "/v1/models/r-1:shadow").is(200);
      String asked = "{" + history(1) + "}";
      shadowed.post(EXACT, asked).is(200);
      shadowed.recommend(asked).is(200);
      String compared = "recommender_shadow_overlap_count{model=\"r-1\"} 1";
      shadowed.await(() -> shadowed.scrape().contains(compared));
      assertThat(shadowed.scrape())
          .doesNotContainPattern("recommender_shadow_(failed|dropped)_total\\{[^}]*} [1-9]");
    }
  }

  @Test
  void serviceThatDoesNotKeepFactors_saysSo_andFetchesThemOnceItDoes() throws Exception {
    try (RunningRecommender other = RunningRecommender.serving(1).open()) {
      Path release = other.data().resolve("releases/r-1");
      assertThat(release.resolve(ReleaseManifest.FACTORED_FILTER)).doesNotExist();
      for (String body : new String[] {"{\"history\":[]}", "{" + history(1) + "}"}) {
        other.post(EXACT, body).isProblem(409, "exact-unavailable", "/exact");
      }
      other.restart(KEPT);
      other.post(EXACT, "{" + history(1) + "}").is(200);
    }
  }
}
