package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/** Experiments and shadows over HTTP: models beside the active one. */
class ExperimentsTest {
  private static final String ASKED = "{\"history\":[],\"k\":5}";
  private static final String ARMS =
      """
      {"salt": "s", "arms": [{"name": "old", "model": "r-1", "weight": 30},
                             {"name": "new", "model": "r-2", "weight": 70}]}\
      """;

  @TempDir Path published;
  @TempDir Path data;
  private TestCoordinator coordinator;
  private RunningRecommender service;

  @BeforeEach
  void start() throws Exception {
    coordinator = new TestCoordinator();
    for (int n = 1; n <= 2; n++) {
      coordinator.publish(TestReleases.write(published, n));
      if (n == 1) {
        run();
      }
      service.awaitModel("r-" + n);
    }
  }

  @AfterEach
  void stop() {
    service.close();
    coordinator.close();
  }

  private void run() {
    service =
        RunningRecommender.start(
            data, coordinator.uri(), "--privirec.recommender.shadow-sample=1.0");
  }

  private JsonNode ask(String subject) {
    HttpResponse<String> answer =
        service.send("POST", "/v1/recommendations", ASKED, "PriviRec-Subject", subject);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json(answer);
  }

  private HttpResponse<String> put(String name, String body) {
    return service.admin("PUT", "/v1/experiments/" + name, body);
  }

  @Test
  void subjects_areSplit_theSameWayAfterARestart() throws Exception {
    assertThat(put("first", ARMS).statusCode()).isEqualTo(201);
    assertThat(put("first", ARMS).statusCode()).isEqualTo(200);
    List<String> before = arms();
    assertThat(before).contains("old", "new");
    service.close();
    run();
    service.awaitReady();
    assertThat(arms()).isEqualTo(before);
    assertThat(json(service.admin("GET", "/v1/experiments")).at("/0/name").asString())
        .isEqualTo("first");
    assertThat(service.get("/actuator/prometheus").body())
        .contains("recommender_experiment_answers_total{arm=\"new\",experiment=\"first\"");
  }

  private List<String> arms() {
    List<String> arms = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      JsonNode answer = ask("subject-" + n);
      String arm = answer.at("/arm").asString();
      assertThat(answer.at("/experiment").asString()).isEqualTo("first");
      assertThat(answer.at("/modelVersion").asString())
          .isEqualTo(arm.equals("old") ? "r-1" : "r-2");
      arms.add(arm);
    }
    return arms;
  }

  @Test
  void request_withoutSubject_orOfAModel_belongsToNoArm() {
    put("first", ARMS);
    JsonNode answer = json(service.recommend(ASKED));
    assertThat(answer.has("experiment")).isFalse();
    assertThat(answer.has("arm")).isFalse();
    assertThat(answer.at("/modelVersion").asString()).isEqualTo("r-2");
    JsonNode named =
        json(
            service.send(
                "POST", "/v1/recommendations?model=r-1", ASKED, "PriviRec-Subject", "anybody"));
    assertThat(named.has("arm")).isFalse();
    assertThat(named.at("/modelVersion").asString()).isEqualTo("r-1");
  }

  @Test
  void severalExperiments_theOldestIsMeant_unlessNamed() {
    put("first", ARMS);
    put("second", ARMS);
    assertThat(ask("anybody").at("/experiment").asString()).isEqualTo("first");
    String path = "/v1/recommendations?experiment=second";
    HttpResponse<String> named = service.send("POST", path, ASKED, "PriviRec-Subject", "anybody");
    assertThat(json(named).at("/experiment").asString()).isEqualTo("second");
    assertThat(problem(service.send("POST", path, ASKED))).isEqualTo("422 invalid-value");
    String stranger = "/v1/recommendations?experiment=third";
    assertThat(problem(service.send("POST", stranger, ASKED, "PriviRec-Subject", "anybody")))
        .isEqualTo("404 unknown-experiment");
    assertThat(service.admin("DELETE", "/v1/experiments/first").statusCode()).isEqualTo(204);
    assertThat(ask("anybody").at("/experiment").asString()).isEqualTo("second");
    assertThat(problem(service.admin("DELETE", "/v1/experiments/first")))
        .isEqualTo("404 unknown-experiment");
    assertThat(service.get("/actuator/prometheus").body())
        .doesNotContain("experiment=\"first\"")
        .doesNotContain("anybody");
  }

  @Test
  void model_ofAnArm_isNotUnloaded() {
    put("first", ARMS);
    assertThat(problem(service.admin("POST", "/v1/models/r-1:unload")))
        .isEqualTo("409 model-in-use");
    service.admin("DELETE", "/v1/experiments/first");
    assertThat(service.admin("POST", "/v1/models/r-1:unload").statusCode()).isEqualTo(200);
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void arrivingRelease_withEveryModelInUse_waitsForRoom(CapturedOutput log) throws Exception {
    service.close();
    service =
        RunningRecommender.start(data, coordinator.uri(), "--privirec.recommender.max-models=2");
    service.awaitReady();
    put("first", ARMS);
    coordinator.publish(TestReleases.write(published, 3));
    assertThat(problem(service.admin("POST", "/v1/models/r-3:load")))
        .isEqualTo("409 too-many-models");
    assertThat(service.recommend(ASKED).statusCode()).isEqualTo(200);
    service.await(() -> log.getOut().contains("The newest release is not loaded: 2 models"));
    service.admin("DELETE", "/v1/experiments/first");
    service.awaitModel("r-3");
    assertThat(log.getOut()).doesNotContain(" ERROR ");
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
    HttpResponse<String> refused = put(name, body);
    assertThat(problem(refused)).isEqualTo("422 invalid-value");
    assertThat(json(refused).at("/errors/0/pointer").asString()).isEqualTo(pointer);
    assertThat(json(service.admin("GET", "/v1/experiments"))).isEmpty();
  }

  @Test
  void experiments_areBounded_andTheOperators() {
    for (int n = 0; n < 8; n++) {
      assertThat(put("e-" + n, ARMS).statusCode()).isEqualTo(201);
    }
    assertThat(problem(put("one-more", ARMS))).isEqualTo("409 too-many-experiments");
    assertThat(put("e-3", ARMS).statusCode()).isEqualTo(200);
    assertThat(problem(service.send("PUT", "/v1/experiments/e-1", ARMS)))
        .isEqualTo("401 unauthenticated");
    assertThat(problem(service.get("/v1/experiments"))).isEqualTo("401 unauthenticated");
  }

  @Test
  void subject_thatIsNoToken_isRefused() {
    assertThat(
            problem(service.send("POST", "/v1/recommendations", ASKED, "PriviRec-Subject", "a b")))
        .isEqualTo("422 invalid-value");
  }

  @Test
  void shadow_answersUnseen_andTheOverlapIsMeasured() throws Exception {
    HttpResponse<String> began = service.admin("POST", "/v1/models/r-1:shadow");
    assertThat(json(began).at("/models/1/shadow").asBoolean()).isTrue();
    assertThat(problem(service.admin("POST", "/v1/models/r-2:shadow")))
        .isEqualTo("409 model-in-use");
    assertThat(problem(service.admin("POST", "/v1/models/r-1:unload")))
        .isEqualTo("409 model-in-use");
    for (int n = 0; n < 5; n++) {
      JsonNode answer = json(service.recommend(ASKED));
      assertThat(answer.at("/modelVersion").asString()).isEqualTo("r-2");
    }
    service.await(() ->
        service
            .get("/actuator/prometheus")
            .body()
            .contains("recommender_shadow_overlap_count{model=\"r-1\"} 5"));
    // Both answer an empty history with the same popular items.
    assertThat(service.get("/actuator/prometheus").body())
        .contains("recommender_shadow_overlap_sum{model=\"r-1\"} 5.0");
    service.close();
    run();
    service.awaitReady();
    assertThat(json(service.get("/v1/models/r-1")).at("/shadow").asBoolean()).isTrue();
    assertThat(json(service.admin("DELETE", "/v1/models/r-1:shadow")).at("/models/1/shadow"))
        .hasToString("false");
    assertThat(service.get("/actuator/prometheus").body()).doesNotContain("recommender_shadow_");
  }

  @Test
  void shadow_activated_isNoShadowAnyMore() {
    service.admin("POST", "/v1/models/r-1:shadow");
    assertThat(json(service.admin("POST", "/v1/models/r-1:activate")).at("/active").asString())
        .isEqualTo("r-1");
    assertThat(json(service.get("/v1/models/r-1")).at("/shadow").asBoolean()).isFalse();
  }

  @Test
  void questionTooLongForTheQueue_isDroppedAndCounted() throws Exception {
    service.admin("POST", "/v1/models/r-1:shadow");
    String item = "{\"item\":\"%s\"},".formatted(TestReleases.items().getFirst());
    String body = "{\"history\":[%s]}".formatted(item.repeat(2_001).replaceFirst(",$", ""));
    assertThat(service.recommend(body).statusCode()).isEqualTo(200);
    assertThat(service.get("/actuator/prometheus").body())
        .contains("recommender_shadow_dropped_total{model=\"r-1\"} 1");
  }

  private static String problem(HttpResponse<String> response) {
    return response.statusCode() + " " + json(response).at("/code").asString();
  }
}
