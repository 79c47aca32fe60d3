package io.privirec.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.digest.Digest;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.CatalogueVersion;
import io.privirec.wire.SessionPlan;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The catalogue of a service of its own, from nothing on.
class CatalogueTest {
  @TempDir static Path data;
  private static RunningCoordinator coordinator;
  private static Api api;

  @BeforeAll
  static void start() {
    coordinator = RunningCoordinator.start(data);
    api = coordinator.api();
  }

  @AfterAll
  static void stop() {
    coordinator.close();
  }

  @Test
  void catalogue_uploadsGoodAndBroken_growsByWholeVersions() {
    assertThat(api.get("/v1/catalogue").problem()).isEqualTo("not-found");
    assertThat(api.adminPost("/v1/sessions", "{\"algorithm\":\"privirec-k\"}").problem())
        .isEqualTo("catalogue-missing");
    assertThat(upload("").problem()).isEqualTo("empty-dataset");

    CatalogueVersion one =
        upload("{\"id\":\"a\",\"title\":\"Ä\"}\n\n{\"id\":\"b\"}\n").as(CatalogueVersion.class);
    assertThat(one.version()).isEqualTo(1);
    assertThat(one.items()).isEqualTo(2);

    Api.Answer beyond =
        api.send(
            HttpRequest.newBuilder(api.uri("/v1/catalogue/versions/1/items"))
                .header("Range", "bytes=99999-"));
    assertThat(beyond.problem()).isEqualTo("range-not-satisfiable");

    refuses("{\"id\":\"c\"}\nnonsense\n", "broken-line", "Line 2");
    refuses("{\"id\":\"c\"}\n{\"id\":\"a\"}\n", "item-exists", "Line 2");
    refuses("{\"id\":\"c\"}\n{\"id\":\"d\"}\n{\"id\":\"c\"}", "item-exists", "Line 3");
    refuses("{\"id\":\" \"}", "broken-line", "Line 1");
    refuses("{\"id\":\"a\\nb\"}", "broken-line", "Line 1");
    refuses("{\"id\":\"c\",\"title\":\"a\\u0000b\"}", "broken-line", "Line 1");
    refuses("{\"title\":\"no id\"}", "broken-line", "Line 1");
    refuses("{\"id\":\"c\",\"colour\":\"red\"}", "broken-line", "Line 1");
    refuses("{\"id\":\"c\",\"categories\":[\" \"]}", "broken-line", "category without a name");
    refuses("{\"id\":\"c\",\"categories\":[null]}", "broken-line", "category without a name");
    refuses("{\"id\":\"c\",\"category\":\"a\\nb\"}", "broken-line", "control character");
    refuses("{\"id\":\" c\"}", "broken-line", "space or invisible character U+0020");
    refuses("{\"id\":\"c\\u00a0\"}", "broken-line", "space or invisible character U+00A0");
    refuses("{\"id\":\"c\\u200bd\"}", "broken-line", "invisible character U+200B");
    refuses("{\"id\":\"c\\ud800\"}", "broken-line", "lone surrogate U+D800");
    refuses(
        "{\"id\":\"c\",\"category\":\"" + "c".repeat(101) + "\"}", "broken-line", "more than 100");
    refuses(
        IntStream.range(0, 33)
            .mapToObj("\"c%s\""::formatted)
            .collect(Collectors.joining(",", "{\"id\":\"c\",\"categories\":[", "]}")),
        "broken-line",
        "more than 32 categories");
    refuses("{\"id\":\"" + "c".repeat(20_000) + "\"}", "broken-line", "Line 1");
    assertThat(api.get("/v1/catalogue").as(CatalogueVersion.class)).isEqualTo(one);

    CatalogueVersion two = upload("{\"id\":\"c\",\"category\":\"x\"}").as(CatalogueVersion.class);
    assertThat(two.version()).isEqualTo(2);
    assertThat(two.items()).isEqualTo(3);
    Api.Answer first = api.get("/v1/catalogue/versions/1/items");
    Api.Answer second = api.get("/v1/catalogue/versions/2/items");
    assertThat(Digest.of(first.bytes()).hex()).isEqualTo(one.sha256());
    assertThat(Digest.of(second.bytes()).hex()).isEqualTo(two.sha256());
    assertThat(second.text())
        .startsWith(first.text())
        .endsWith("{\"id\":\"c\",\"categories\":[\"x\"]}\n");
    assertThat(second.headers().firstValue("ETag")).contains('"' + two.sha256() + '"');
    assertThat(api.get("/v1/catalogue/versions/3").problem()).isEqualTo("not-found");
    assertThat(api.get("/v1/catalogue/versions/x").status()).isIn(400, 422);
  }

  /// Readers of files and imports are tested with the same ids.
  @Test
  void catalogue_ofOddIds_keepsEachAsItIs(@TempDir Path other) throws IOException {
    List<String> odd =
        Files.readAllLines(Path.of("..", "filter-lib", "src", "test", "resources", "odd-ids.txt"));
    String lines =
        odd.stream()
            .map(id -> JsonMapper.shared().writeValueAsString(CatalogueItem.of(id)) + "\n")
            .collect(Collectors.joining());
    try (RunningCoordinator ofOdd = RunningCoordinator.start(other)) {
      Api.Answer answer = ofOdd.api().adminNdjson("/v1/catalogue/versions", lines);
      assertThat(answer.as(CatalogueVersion.class).items()).isEqualTo(odd.size());
      assertThat(ofOdd.api().get("/v1/catalogue/versions/1/items").text()).isEqualTo(lines);
    }
  }

  @Test
  void session_whosePlanDoesNotFitTheHeap_isRefusedBeforeItStarts(@TempDir Path other) {
    try (RunningCoordinator large = RunningCoordinator.start(other)) {
      String lines =
          IntStream.range(0, 100_000)
              .mapToObj("{\"id\":\"%s\"}"::formatted)
              .collect(Collectors.joining("\n"));
      assertThat(large.api().adminNdjson("/v1/catalogue/versions", lines).status()).isEqualTo(201);
      TestCohort.ofOneCell(large, "large", 3);

      assertThat(
              large
                  .api()
                  .adminPost(
                      "/v1/sessions:plan",
                      "{\"algorithm\":\"privirec-k\",\"noise\":\"none\",\"parameters\":{\"factors\":{\"k\":2000,\"iterations\":1}}}")
                  .problem())
          .isEqualTo("heap-exceeded");
      Api.Answer popular =
          large
              .api()
              .adminPost(
                  "/v1/sessions:plan",
                  "{\"algorithm\":\"privirec\",\"parameters\":{\"model\":{\"type\":\"popular-gram\",\"items\":50000},"
                      + "\"privacy\":{\"epsilon\":1,\"delta\":1e-6}}}");
      assertThat(popular.problem()).isEqualTo("heap-exceeded");
      // The triangle of 50,000 items and four whole matrices, in floats.
      assertThat(popular.text()).contains("hold at least 44999900000 bytes");
    }
  }

  /// Categories cost no privacy, but a session must not be silent about having none.
  @Test
  void plan_withItemFeatures_saysWhatTheCatalogueTells(@TempDir Path other) {
    try (RunningCoordinator films = RunningCoordinator.start(other)) {
      String session =
          "{\"algorithm\":\"dpials\",\"parameters\":{\"itemFeatures\":{%s},"
              + "\"fit\":{\"rank\":2},\"privacy\":{\"epsilon\":2.5,\"delta\":1e-6}}}";
      films.api().adminNdjson("/v1/catalogue/versions", "{\"id\":\"a\"}\n{\"id\":\"b\"}");
      TestCohort.ofOneCell(films, "films", 3);
      Api.Answer none = films.api().adminPost("/v1/sessions:plan", session.formatted(""));
      assertThat(none.problem()).isEqualTo("invalid-value");
      assertThat(none.text())
          .contains("/parameters/itemFeatures", "no item of the catalogue has categories");

      films
          .api()
          .adminNdjson(
              "/v1/catalogue/versions",
              "{\"id\":\"c\",\"categories\":[\"x\",\"y\",\"x\"]}\n{\"id\":\"d\",\"category\":\"y\"}");

      SessionPlan plan =
          films.api().adminPost("/v1/sessions:plan", session.formatted("")).as(SessionPlan.class);
      assertThat(plan.itemFeatures()).isEqualTo(new SessionPlan.ItemFeatures(2, 2));
      SessionPlan off =
          films
              .api()
              .adminPost("/v1/sessions:plan", session.formatted("\"weight\":0"))
              .as(SessionPlan.class);
      assertThat(off.itemFeatures()).isNull();
      assertThat(
              films
                  .api()
                  .adminPost("/v1/sessions:plan", session.formatted("\"weight\":-1"))
                  .problem())
          .isEqualTo("invalid-value");
      films
          .api()
          .adminNdjson(
              "/v1/catalogue/versions",
              IntStream.rangeClosed(0, 4096)
                  .mapToObj(n -> "{\"id\":\"n%s\",\"category\":\"c%s\"}".formatted(n, n))
                  .collect(Collectors.joining("\n")));
      assertThat(films.api().adminPost("/v1/sessions:plan", session.formatted("")).text())
          .contains("categories must be at most 4096");
    }
  }

  private static Api.Answer upload(String lines) {
    return api.adminNdjson("/v1/catalogue/versions", lines);
  }

  private static void refuses(String lines, String code, String place) {
    Api.Answer answer = upload(lines);
    assertThat(answer.problem()).isEqualTo(code);
    assertThat(answer.text()).contains(place);
  }
}
