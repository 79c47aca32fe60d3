package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluationsTest {
  private static final String GOOD =
      "{\"users\":100,\"metrics\":{\"ndcg@20\":0.15,\"recall@20\":0.18}}";
  private static final String NDCG =
      "recommender_eval{dataset=\"gowalla\",metric=\"ndcg@20\",version=\"r-1\"} ";

  @RegisterExtension static final RunningRecommender service = RunningRecommender.serving(1);

  @Test
  void evaluation_isAGauge_alsoAfterARestart_untilItIsToldAnew() {
    put("r-1", "gowalla", GOOD).is(200);
    assertThat(service.scrape()).contains(NDCG + "0.15");
    service.restart();
    assertThat(service.scrape()).contains(NDCG + "0.15");
    put("r-1", "gowalla", "{\"users\":100,\"metrics\":{\"ndcg@20\":0.25}}");
    assertThat(service.scrape())
        .contains(NDCG + "0.25")
        .doesNotContain(NDCG.replace("ndcg", "recall"));
    Answer listed = service.get("/v1/models/r-1/evaluations");
    assertThat(listed.texts("dataset")).containsOnlyOnce("gowalla").endsWith("gowalla");
    assertThat(listed.json().get(listed.json().size() - 1).at("/users").asInt()).isEqualTo(100);
  }

  @Test
  void evaluations_areBounded_theFirstIsForgotten() {
    for (int n = 0; n <= 64; n++) {
      put("r-1", "set-" + n, GOOD).is(200);
    }
    assertThat(service.get("/v1/models/r-1/evaluations").json()).hasSize(64);
    assertThat(service.scrape()).contains("dataset=\"set-64\"").doesNotContain("dataset=\"set-0\"");
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
    List<String> before = gauges();
    Answer refused = put(version, dataset.replace(" ", "%20"), body).isProblem(status, code);
    if (pointer != null) {
      assertThat(refused.text("/errors/0/pointer")).isEqualTo(pointer);
    }
    assertThat(gauges()).isEqualTo(before);
  }

  private static Answer put(String version, String dataset, String body) {
    return service.admin("PUT", "/v1/models/%s/evaluations/%s".formatted(version, dataset), body);
  }

  private static List<String> gauges() {
    return service.scrape().lines().filter(line -> line.startsWith("recommender_eval{")).toList();
  }
}
