package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Experiments and shadows over HTTP: models beside the active one.
class ExperimentsTest {
  private static final String ASKED = "{\"history\":[],\"k\":5}";
  private static final String ARMS =
      """
      {"salt": "s", "arms": [{"name": "old", "model": "r-1", "weight": 30},
                             {"name": "new", "model": "r-2", "weight": 70}]}\
      """;

  @RegisterExtension
  static final RunningRecommender service =
      RunningRecommender.serving(1, 2).with("--privirec.recommender.shadow-sample=1.0");

  @AfterEach
  void reset() {
    service.admin("DELETE", "/v1/models/r-1:shadow");
    for (JsonNode experiment : service.admin("GET", "/v1/experiments").json()) {
      service.admin("DELETE", "/v1/experiments/" + experiment.at("/name").asString()).is(204);
    }
    service.admin("POST", "/v1/models/r-1:load").is(200);
    service.admin("POST", "/v1/models/r-2:activate").is(200);
  }

  private static Answer ask(String query, String subject) {
    return service.send("POST", "/v1/recommendations" + query, ASKED, "PriviRec-Subject", subject);
  }

  private static Answer put(String name, String body) {
    return service.admin("PUT", "/v1/experiments/" + name, body);
  }

  @Test
  void subjects_areSplit_theSameWayAfterARestart() throws Exception {
    put("first", ARMS).is(201);
    put("first", ARMS).is(200);
    List<String> before = arms();
    assertThat(before).contains("old", "new");
    service.restart();
    assertThat(arms()).isEqualTo(before);
    assertThat(service.admin("GET", "/v1/experiments").text("/0/name")).isEqualTo("first");
    assertThat(service.scrape())
        .contains("recommender_experiment_answers_total{arm=\"new\",experiment=\"first\"");
  }

  private List<String> arms() {
    List<String> arms = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      Answer answer = ask("", "subject-" + n).is(200);
      String arm = answer.text("/arm");
      assertThat(answer.text("/experiment")).isEqualTo("first");
      assertThat(answer.text("/modelVersion")).isEqualTo(arm.equals("old") ? "r-1" : "r-2");
      arms.add(arm);
    }
    return arms;
  }

  @Test
  void request_withoutSubject_orOfAModel_belongsToNoArm() {
    put("first", ARMS);
    JsonNode answer = service.recommend(ASKED).json();
    assertThat(answer.has("experiment")).isFalse();
    assertThat(answer.has("arm")).isFalse();
    assertThat(answer.at("/modelVersion").asString()).isEqualTo("r-2");
    JsonNode named = ask("?model=r-1", "anybody").json();
    assertThat(named.has("arm")).isFalse();
    assertThat(named.at("/modelVersion").asString()).isEqualTo("r-1");
  }

  @Test
  void severalExperiments_theOldestIsMeant_unlessNamed() {
    put("first", ARMS);
    put("second", ARMS);
    assertThat(ask("", "anybody").text("/experiment")).isEqualTo("first");
    assertThat(ask("?experiment=second", "anybody").text("/experiment")).isEqualTo("second");
    service.post("/v1/recommendations?experiment=second", ASKED).isProblem(422, "invalid-value");
    ask("?experiment=third", "anybody").isProblem(404, "unknown-experiment");
    service.admin("DELETE", "/v1/experiments/first").is(204);
    assertThat(ask("", "anybody").text("/experiment")).isEqualTo("second");
    service.admin("DELETE", "/v1/experiments/first").isProblem(404, "unknown-experiment");
    assertThat(service.scrape()).doesNotContain("experiment=\"first\"").doesNotContain("anybody");
  }

  @Test
  void model_ofAnArm_isNotUnloaded() {
    put("first", ARMS);
    service.admin("POST", "/v1/models/r-1:unload").isProblem(409, "model-in-use");
    service.admin("DELETE", "/v1/experiments/first");
    service.admin("POST", "/v1/models/r-1:unload").is(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "first|{\"salt\":\"s\",\"arms\":[{\"name\":\"a\",\"model\":\"r-9\",\"weight\":1}]}|/arms/0/model",
        "first|{\"salt\":\"s\",\"arms\":[{\"name\":\"a\",\"model\":\"r-1\",\"weight\":0}]}|/arms/0/weight",
        "first|{\"salt\":\"s\",\"arms\":[{\"name\":\"A\",\"model\":\"r-1\",\"weight\":1}]}|/arms/0/name",
        "first|{\"salt\":\"s\",\"arms\":[{\"name\":\"a\",\"model\":\"r-1\",\"weight\":1},"
            + "{\"name\":\"a\",\"model\":\"r-2\",\"weight\":1}]}|/arms/1/name",
        "first|{\"salt\":\"s\",\"arms\":[]}|/arms",
        "first|{\"arms\":[{\"name\":\"a\",\"model\":\"r-1\",\"weight\":1}]}|/salt",
        "First|{\"salt\":\"s\",\"arms\":[{\"name\":\"a\",\"model\":\"r-1\",\"weight\":1}]}|/name",
      })
  void experiment_withABadValue_isRefusedAndPointedAt(String name, String body, String pointer) {
    put(name, body).isProblem(422, "invalid-value", pointer);
    assertThat(service.admin("GET", "/v1/experiments").json()).isEmpty();
  }

  @Test
  void experiments_areBounded_andTheOperators() {
    for (int n = 0; n < 8; n++) {
      put("e-" + n, ARMS).is(201);
    }
    put("one-more", ARMS).isProblem(409, "too-many-experiments");
    put("e-3", ARMS).is(200);
    service.send("PUT", "/v1/experiments/e-1", ARMS).isProblem(401, "unauthenticated");
    service.get("/v1/experiments").isProblem(401, "unauthenticated");
  }

  @Test
  void subject_thatIsNoToken_isRefused() {
    ask("", "a b").isProblem(422, "invalid-value");
  }

  @Test
  void shadow_answersUnseen_andTheOverlapIsMeasured() throws Exception {
    Answer began = service.admin("POST", "/v1/models/r-1:shadow");
    assertThat(began.at("/models/1/shadow").asBoolean()).isTrue();
    service.admin("POST", "/v1/models/r-2:shadow").isProblem(409, "model-in-use");
    service.admin("POST", "/v1/models/r-1:unload").isProblem(409, "model-in-use");
    for (int n = 0; n < 5; n++) {
      JsonNode answer = service.recommend(ASKED).json();
      assertThat(answer.at("/modelVersion").asString()).isEqualTo("r-2");
    }
    service.await(
        () -> service.scrape().contains("recommender_shadow_overlap_count{model=\"r-1\"} 5"));
    // Both answer an empty history with the same popular items.
    assertThat(service.scrape()).contains("recommender_shadow_overlap_sum{model=\"r-1\"} 5.0");
    service.restart();
    assertThat(service.get("/v1/models/r-1").at("/shadow").asBoolean()).isTrue();
    assertThat(service.admin("DELETE", "/v1/models/r-1:shadow").at("/models/1/shadow"))
        .hasToString("false");
    assertThat(service.scrape()).doesNotContain("recommender_shadow_");
  }

  @Test
  void shadow_activated_isNoShadowAnyMore() {
    service.admin("POST", "/v1/models/r-1:shadow");
    assertThat(service.admin("POST", "/v1/models/r-1:activate").text("/active")).isEqualTo("r-1");
    assertThat(service.get("/v1/models/r-1").at("/shadow").asBoolean()).isFalse();
  }

  @Test
  void questionTooLongForTheQueue_isDroppedAndCounted() throws Exception {
    service.admin("POST", "/v1/models/r-1:shadow");
    String item = "{\"item\":\"%s\"},".formatted(TestReleases.item(0));
    String body = "{\"history\":[%s]}".formatted(item.repeat(2_001).replaceFirst(",$", ""));
    service.recommend(body).is(200);
    assertThat(service.scrape()).contains("recommender_shadow_dropped_total{model=\"r-1\"} 1");
  }
}
