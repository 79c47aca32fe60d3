package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.serving.TestRelease;
import io.privirec.serving.ranking.Recommender;
import io.privirec.wire.Diversity;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecommendationsTest {
  @RegisterExtension static final RunningRecommender service = RunningRecommender.shared();

  @Test
  void answer_overHttp_isTheOneOfTheLibrary() throws Exception {
    RecommendationRequest request =
        new RecommendationRequest(
            List.of(
                new HistoryItem(TestReleases.item(3), null),
                new HistoryItem(TestReleases.item(1), 2.0),
                new HistoryItem("unheard-of", null)),
            7,
            2,
            List.of(TestReleases.item(5)),
            null,
            null,
            true,
            null,
            List.of(new HistoryItem(TestReleases.item(9), null)),
            null,
            new Diversity(0.5, null));
    try (Recommender recommender = TestRelease.open(service.published("r-1"))) {
      Answer response = service.recommend(JsonMapper.shared().writeValueAsString(request)).is(200);
      RecommendationAnswer answer =
          JsonMapper.shared().readValue(response.body(), RecommendationAnswer.class);
      assertThat(answer)
          .usingRecursiveComparison()
          .ignoringFields("tookMicros")
          .isEqualTo(recommender.recommend(request));
      assertThat(answer.items()).hasSize(7);
      assertThat(answer.ignoredItems()).containsExactly("unheard-of");
    }
  }

  @Test
  void emptyArrays_ofARequest_areNoConditions() {
    String request = "{\"history\":[{\"item\":\"%s\"}],\"k\":2%s}";
    String empty =
        ",\"context\":[],\"exclude\":[],\"include\":[],"
            + "\"filter\":{\"category\":{\"anyOf\":[],\"allOf\":[],\"noneOf\":[]}}";
    Answer without = service.recommend(request.formatted(TestReleases.item(3), "")).is(200);
    Answer with = service.recommend(request.formatted(TestReleases.item(3), empty)).is(200);
    assertThat(with.at("/items")).isEqualTo(without.at("/items")).hasSize(2);
  }

  @Test
  void scores_areThoseThatRecommendationsAreRankedBy() {
    String history =
        "\"history\":[{\"item\":\"%s\"},{\"item\":\"%s\"}]"
            .formatted(TestReleases.item(3), TestReleases.item(8));
    JsonNode best = service.recommend("{%s,\"k\":1}".formatted(history)).at("/items/0");
    Answer response =
        service
            .post(
                "/v1/scores",
                "{%s,\"items\":[\"unheard-of\",\"%s\"],\"explain\":true}"
                    .formatted(history, best.at("/item").asString()))
            .is(200);
    assertThat(response.at("/scores")).hasSize(1);
    assertThat(response.at("/scores/0/item")).isEqualTo(best.at("/item"));
    assertThat(response.at("/scores/0/score")).isEqualTo(best.at("/score"));
    assertThat(response.at("/scores/0/because").size()).isPositive();
    assertThat(response.text("/unknownItems/0")).isEqualTo("unheard-of");
  }

  @Test
  void similarToSeveral_leavesThemOut_andNamesTheUnknown() {
    List<String> items = TestReleases.items().subList(0, 2);
    Answer response =
        service
            .post(
                "/v1/items/similar",
                "{\"items\":[\"%s\",\"%s\",\"unheard-of\"],\"k\":5}"
                    .formatted(items.getFirst(), items.getLast()))
            .is(200);
    assertThat(response.at("/items")).hasSize(5);
    assertThat(response.texts("item")).doesNotContainAnyElementsOf(items);
    assertThat(response.text("/ignoredItems/0")).isEqualTo("unheard-of");
    service
        .post("/v1/items/similar", "{\"items\":[\"unheard-of\"]}")
        .isProblem(422, "unknown-item");
  }

  @Test
  void similarAndPopular_areAnswered() {
    Answer similar = service.get("/v1/items/%s/similar?k=3".formatted(TestReleases.item(0)));
    assertThat(similar.at("/items")).hasSize(3);
    JsonNode popular = service.get("/v1/items/popular?k=4&offset=1").json();
    assertThat(popular.at("/items")).hasSize(4);
    assertThat(popular.at("/items/0/rank").asInt()).isEqualTo(2);
    assertThat(popular.at("/strategy").asString()).isEqualTo("popular");
  }

  @Test
  void pages_ofAnySize_endWithTheThousandthItem() {
    List<String> seen = new ArrayList<>();
    JsonNode offset = JsonMapper.shared().valueToTree(0);
    while (!offset.isNull() && !offset.isMissingNode()) {
      Answer page =
          service.recommend("{\"history\":[],\"k\":300,\"offset\":%s}".formatted(offset)).is(200);
      seen.addAll(page.at("/items").findValuesAsString("item"));
      offset = page.at("/nextOffset");
    }
    assertThat(seen).hasSize(1_000).doesNotHaveDuplicates();
  }

  @Test
  void explain_moreThanOneAnswerMayHold_isRefused() {
    String history =
        TestReleases.items().stream()
            .limit(101)
            .map("{\"item\":\"%s\"}"::formatted)
            .collect(Collectors.joining(","));
    String items =
        TestReleases.items().stream()
            .limit(500)
            .map("\"%s\""::formatted)
            .collect(Collectors.joining(","));
    service
        .recommend("{\"history\":[%s],\"k\":500,\"explain\":true}".formatted(history))
        .isProblem(422, "invalid-value", "/explain");
    service
        .post(
            "/v1/scores",
            "{\"history\":[%s],\"items\":[%s],\"explain\":true}".formatted(history, items))
        .isProblem(422, "invalid-value", "/explain");
  }

  @Test
  void models_nameTheirOrigin() {
    JsonNode model = service.get("/v1/models").at("/models/0");
    assertThat(model.at("/modelVersion").asString()).isEqualTo("r-1");
    assertThat(model.at("/active").asBoolean()).isTrue();
    assertThat(model.at("/privacy/threatModel").asString()).isEqualTo("semi-malicious");
    assertThat(model.at("/participants").asInt()).isEqualTo(3);
    assertThat(model.at("/cells")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"history\":[],\"k\":0}|422|invalid-value|/k",
        "{\"history\":[],\"k\":501}|422|invalid-value|/k",
        "{\"history\":[],\"k\":500,\"offset\":1000}|422|invalid-value|/offset",
        "{\"history\":[],\"offset\":-1}|422|invalid-value|/offset",
        "{\"history\":[{\"item\":\"x\",\"weight\":-1}]}|422|invalid-value|/history/0/weight",
        "{\"history\":[{\"item\":\"x\",\"weight\":\"NaN\"}]}|422|invalid-value|/history/0/weight",
        "{\"history\":[],\"fallback\":\"random\"}|422|invalid-value|/fallback",
        "{\"history\":null}|422|invalid-value|/history",
        "{\"history\":[null]}|422|invalid-value|/history/0",
        "{\"history\":7}|400|malformed-request|/history",
        "{\"history\":[],\"context\":[{\"item\":\"x\",\"weight\":0}]}|422|invalid-value|/context/0/weight",
        "{\"history\":[],\"context\":[{\"item\":\" \"}]}|422|invalid-value|/context/0/item",
        "{\"history\":[],\"filter\":{\"category\":{\"anyOf\":[\"\"]}}}|422|invalid-value|/filter/category/anyOf/0",
        "{\"history\":[],\"filter\":{\"availableAt\":\"today\"}}|400|malformed-request|/filter/availableAt",
        "{\"history\":[],\"filter\":{\"colour\":1}}|400|malformed-request|/filter/colour",
        "{\"history\":[],\"diversity\":{\"lambda\":1.5}}|422|invalid-value|/diversity/lambda",
        "{\"history\":[],\"diversity\":{\"lambda\":\"NaN\"}}|422|invalid-value|/diversity/lambda",
        "{\"history\":[],\"diversity\":{\"categoryCap\":0}}|422|invalid-value|/diversity/categoryCap",
      })
  void request_withABadValue_isAProblemThatPointsAtIt(
      String body, int status, String code, String pointer) {
    Answer response = service.recommend(body).is(status);
    assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(response.text("/code")).isEqualTo(code);
    assertThat(response.text("/errors/0/pointer")).isEqualTo(pointer);
  }

  @Test
  void list_withANull_isMalformed() {
    service.recommend("{\"history\":[],\"exclude\":[null]}").isProblem(400, "malformed-request");
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/items/unheard-of/similar,422,unknown-item",
    "/v1/items/popular?k=501,422,invalid-value",
    "/v1/items/popular?k=many,400,malformed-request",
    "/v1/items,404,not-found",
    "/v1/recommendations,405,method-not-allowed",
  })
  void path_thatCannotBeServed_isAProblem(String path, int status, String code) {
    service.get(path).isProblem(status, code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recommender_score_seconds_bucket{",
        "recommender_history_items_count{model=\"gf-cf\"}",
        "recommender_candidates_filtered_total{model=\"gf-cf\",reason=\"seen\"}",
        "recommender_fallback_total{model=\"gf-cf\",strategy=\"popular\"}",
        "recommender_model_info{hash=",
        "recommender_models_loaded 1",
        "recommender_filter_bytes{version=\"r-1\"} ",
        "recommender_model_age_seconds",
        "recommender_model_load_seconds_count",
        "http_server_requests_seconds_bucket{",
      })
  void metric_isInTheScrape(String name) {
    service.recommend("{\"history\":[]}").is(200);
    assertThat(service.scrape()).contains("\n" + name);
  }
}
