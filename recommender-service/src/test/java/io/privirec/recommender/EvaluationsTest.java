package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluationsTest {
  private static final String GOOD =
      "{\"users\":100,\"metrics\":{\"ndcg@20\":0.15,\"recall@20\":0.18}}";
  private static final String NDCG =
      "recommender_eval{dataset=\"gowalla\",metric=\"ndcg@20\",version=\"r-1\"} ";

  @TempDir Path directory;
  private TestCoordinator coordinator;
  private RunningRecommender service;

  @BeforeEach
  void start() throws Exception {
    coordinator = new TestCoordinator();
    coordinator.publish(TestReleases.write(directory, 1));
    run();
  }

  private void run() throws InterruptedException {
    service = RunningRecommender.start(directory.resolve("data"), coordinator.uri());
    service.awaitReady();
  }

  @AfterEach
  void stop() {
    service.close();
    coordinator.close();
  }

  @Test
  void evaluation_isAGauge_alsoAfterARestart_untilItIsToldAnew() throws Exception {
    HttpResponse<String> told = put("r-1", "gowalla", GOOD);
    assertThat(told.statusCode()).as(told.body()).isEqualTo(200);
    assertThat(scrape()).contains(NDCG + "0.15");
    service.close();
    run();
    assertThat(scrape()).contains(NDCG + "0.15");
    put("r-1", "gowalla", "{\"users\":100,\"metrics\":{\"ndcg@20\":0.25}}");
    assertThat(scrape()).contains(NDCG + "0.25").doesNotContain("metric=\"recall@20\"");
    HttpResponse<String> listed = service.get("/v1/models/r-1/evaluations");
    assertThat(json(listed)).hasSize(1);
    assertThat(json(listed).at("/0/dataset").asString()).isEqualTo("gowalla");
    assertThat(json(listed).at("/0/users").asInt()).isEqualTo(100);
  }

  @Test
  void evaluations_areBounded_theFirstIsForgotten() {
    for (int n = 0; n <= 64; n++) {
      assertThat(put("r-1", "set-" + n, GOOD).statusCode()).isEqualTo(200);
    }
    assertThat(json(service.get("/v1/models/r-1/evaluations"))).hasSize(64);
    assertThat(scrape()).contains("dataset=\"set-64\"").doesNotContain("dataset=\"set-0\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "r-2|gowalla|{\"users\":1,\"metrics\":{\"ndcg@20\":0.1}}|404|unknown-model|",
        "r-1|a b|{\"users\":1,\"metrics\":{\"ndcg@20\":0.1}}|422|invalid-value|/dataset",
        "r-1|a|{\"users\":0,\"metrics\":{\"ndcg@20\":0.1}}|422|invalid-value|/users",
        "r-1|a|{\"users\":1,\"metrics\":{}}|422|invalid-value|/metrics",
        "r-1|a|{\"users\":1}|422|invalid-value|/metrics",
        "r-1|a|{\"users\":1,\"metrics\":{\"NDCG!\":0.1}}|422|invalid-value|",
        "r-1|a|{\"users\":1,\"metrics\":{\"ndcg@20\":null}}|422|invalid-value|",
        "r-1|a|{\"users\":1,\"metrics\":{\"ndcg@20\":\"x\"}}|400|malformed-request|",
      })
  void evaluation_thatCannotBeKept_isRefusedByName(
      String version, String dataset, String body, int status, String code, String pointer) {
    HttpResponse<String> refused = put(version, dataset.replace(" ", "%20"), body);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(status);
    assertThat(json(refused).at("/code").asString()).isEqualTo(code);
    if (pointer != null) {
      assertThat(json(refused).at("/errors/0/pointer").asString()).isEqualTo(pointer);
    }
    assertThat(scrape()).doesNotContain("recommender_eval{");
  }

  private HttpResponse<String> put(String version, String dataset, String body) {
    return service.admin("PUT", "/v1/models/%s/evaluations/%s".formatted(version, dataset), body);
  }

  private String scrape() {
    return service.get("/actuator/prometheus").body();
  }
}
