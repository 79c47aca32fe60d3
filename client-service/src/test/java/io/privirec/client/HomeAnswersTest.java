package io.privirec.client;

import static io.privirec.client.TestClient.await;
import static io.privirec.client.TestClient.code;
import static io.privirec.client.TestClient.json;
import static io.privirec.client.TestClient.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.client.runtime.ReleaseListener;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.ModelView;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.SessionView;
import java.net.URLDecoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Many users at once, exact scores and ids of any characters, at home.
class HomeAnswersTest {
  private static final int ITEMS = 30;
  private static final String BATCH = "/v1/recommendations:batch";
  private static final String USER = "/v1/users/p1%2Fuser-3/recommendations";

  @RegisterExtension
  private static final TestDeployment deployment =
      new TestDeployment(
          ITEMS,
          8,
          List.of("p1", "p2"),
          "--privirec.client.accept=any",
          "--privirec.client.exact=true",
          "--privirec.client.batch.max-stream-bytes=64KB",
          "--privirec.client.batch.max-held-bytes=64KB");

  private static final TestClient client = deployment.client();

  @BeforeAll
  static void publish(@TempDir Path published) throws Exception {
    client.importCsv("p1", "twin,i1\n");
    client.importCsv("p2", "twin,i1\n");
    assertThat(code(batch("{\"id\":\"twin\"}\n"))).isEqualTo("no-release");
    TestCoordinator coordinator = deployment.coordinator();
    Path release =
        TestReleases.writeFactored(
            published, 1, deployment.holders().matrix("p1"), coordinator.key());
    coordinator.finish(SessionView.Status.PUBLISHED, Optional.of(release));
    client.bean(ReleaseListener.class).published();
    await("a release", () -> client.get(USER).statusCode() == 200);
  }

  private static HttpResponse<String> batch(String lines) {
    return client.post(BATCH, "application/x-ndjson", lines);
  }

  private static List<BatchAnswer> answers(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response
        .body()
        .lines()
        .map(line -> JsonMapper.shared().readValue(line, BatchAnswer.class))
        .toList();
  }

  private static RecommendationAnswer answer(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JsonMapper.shared().readValue(response.body(), RecommendationAnswer.class);
  }

  @Test
  void model_thatAnswers_saysWhatWasProtected() {
    HttpResponse<String> response = client.get("/v1/model");

    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    ModelView model = JsonMapper.shared().readValue(response.body(), ModelView.class);
    assertThat(model.modelVersion()).isEqualTo("r-1");
    assertThat(model.privacy().differentialPrivacy()).isEqualTo("none");
    assertThat(model.claim()).isNull();
  }

  @Test
  void batch_ofUsers_answersEachAsItIsAnsweredAlone() {
    String basket = "\"k\":3,\"explain\":true,\"context\":[{\"item\":\"i2\",\"weight\":2.5}]";
    List<BatchAnswer> answers =
        answers(
            batch(
                """
                {"id":"p1/user-3","k":5}

                {"id":"p1/user-3",%s}
                {"id":"twin","participant":"p2"}
                """
                    .formatted(basket)));

    assertThat(answers).extracting(BatchAnswer::line).containsExactly(1L, 3L, 4L);
    assertThat(answers)
        .extracting(BatchAnswer::id)
        .containsExactly("p1/user-3", "p1/user-3", "twin");
    assertThat(answers.getFirst().answer().items())
        .isEqualTo(answer(client.get(USER + "?k=5")).items());
    assertThat(answers.get(1).answer().items())
        .isEqualTo(answer(client.postJson(USER, "{" + basket + "}")).items());
    assertThat(answers.getLast().answer().items())
        .isEqualTo(answer(client.get("/v1/users/twin/recommendations?participant=p2")).items());
  }

  @Test
  void batch_withUsersThatNobodyHas_labelsThemByTheirProblem() {
    List<BatchAnswer> answers =
        answers(
            batch(
                """
                {"id":"nobody","fallback":"none"}
                {"id":"twin"}
                {"id":"twin","participant":"p9"}
                {"k":5}
                {"id":"a\\u0000b","fallback":"none"}
                {"id":"p1/user-3","k":501}
                {"id":"p1/user-3","history":[]}
                not json
                {"id":"p1/user-3","k":1}
                """));

    assertThat(answers.subList(0, 8))
        .extracting(line -> line.problem().code())
        .containsExactly(
            "unknown-user",
            "ambiguous-user",
            "unknown-participant",
            "invalid-value",
            "unknown-user",
            "invalid-value",
            "malformed-request",
            "malformed-request");
    assertThat(answers.get(3).problem().errors().getFirst().pointer()).isEqualTo("/id");
    assertThat(answers.getLast().answer().items()).hasSize(1);
  }

  @Test
  void recommendations_ofAUserThatNobodyHas_arePopularUnlessWithoutFallback() {
    String stranger = "/v1/users/nobody/recommendations";
    RecommendationAnswer popular = answer(client.get(stranger + "?k=4"));

    assertThat(popular.strategy()).isEqualTo("popular");
    assertThat(popular.items()).isEqualTo(answer(client.get("/v1/items/popular?k=4")).items());
    assertThat(answer(client.get(stranger + "?k=4&fallback=popular")).items())
        .isEqualTo(popular.items());
    assertThat(answer(client.get(stranger + "?k=4&participant=p1")).items())
        .isEqualTo(popular.items());
    assertThat(answer(client.postJson(stranger, "{\"k\":4}")).items()).isEqualTo(popular.items());
    assertThat(answers(batch("{\"id\":\"nobody\",\"k\":4}\n")).getFirst().answer().items())
        .isEqualTo(popular.items());
    assertThat(
            answer(client.postJson(stranger, "{\"k\":4,\"context\":[{\"item\":\"i2\"}]}"))
                .strategy())
        .isNotEqualTo("popular");
    assertThat(code(client.get(stranger + "?fallback=none"))).isEqualTo("unknown-user");
    assertThat(code(client.postJson(stranger, "{\"fallback\":\"none\"}")))
        .isEqualTo("unknown-user");
    assertThat(code(client.get(stranger + "?fallback=some"))).isEqualTo("invalid-value");
    assertThat(code(client.get(stranger + "?participant=p9"))).isEqualTo("unknown-participant");
    assertThat(code(client.postJson("/v1/users/nobody/scores", "{\"items\":[\"i1\"]}")))
        .isEqualTo("unknown-user");
  }

  @Test
  void batch_ofAThousandUsers_isTheLargest() {
    String thousand = lines(1_000);
    assertThat(answers(batch(thousand)))
        .hasSize(1_000)
        .allSatisfy(line -> assertThat(line.answer()).isNotNull());

    assertThat(code(batch(lines(1_001)))).isEqualTo("payload-too-large");
    assertThat(code(batch(thousand + " ".repeat(65_536)))).isEqualTo("payload-too-large");
    assertThat(code(batch("\n"))).isEqualTo("empty-dataset");
    HttpResponse<String> stranger =
        client.send(
            "POST",
            BATCH,
            BodyPublishers.ofString(thousand),
            "Content-Type",
            "application/x-ndjson");
    assertThat(stranger.statusCode()).isEqualTo(401);
  }

  private static String lines(int count) {
    return IntStream.range(0, count)
        .mapToObj(n -> "{\"id\":\"p1/user-%s\",\"k\":2}\n".formatted(n % 8))
        .collect(Collectors.joining());
  }

  @Test
  void exact_answersScoresAndBatches_areByTheFactors() {
    RecommendationAnswer folded = answer(client.get(USER + "?k=5"));
    RecommendationAnswer exact = answer(client.get(USER + "?k=5&exact=true"));
    assertThat(exact.items()).isNotEqualTo(folded.items());

    String best = exact.items().getFirst().item();
    var scores =
        client.postJson(
            "/v1/users/p1%2Fuser-3/scores?exact=true", "{\"items\":[\"%s\"]}".formatted(best));
    assertThat(json(scores).at("/scores/0/score").floatValue())
        .isEqualTo(exact.items().getFirst().score());
    assertThat(answer(client.postJson(USER + "?exact=true", "{\"k\":5}")).items())
        .isEqualTo(exact.items());
    var batch =
        client.post(
            BATCH + "?exact=true", "application/x-ndjson", "{\"id\":\"p1/user-3\",\"k\":5}\n");
    assertThat(answers(batch).getFirst().answer().items()).isEqualTo(exact.items());
  }

  @Test
  void exact_whereFactorsAreNotKept_isRefused() {
    client.restartWith("--privirec.client.exact=false");
    await("the release on the disk", () -> client.get(USER).statusCode() == 200);

    var refused = client.get(USER + "?exact=true");
    refused(refused, 409, "exact-unavailable");

    client.restartWith("--privirec.client.exact=true");
    await("the release again", () -> client.get(USER + "?exact=true").statusCode() == 200);
  }

  @Test
  void itemIds_withAnyCharacters_areItemsInPaths() {
    for (String id : List.of("a%2Fb", "%2E%2E", "..%2Fetc", "a%3Bb%5Cc", "%C3%BC%252F%3F")) {
      String path = "/v1/items/" + id;
      var put = client.put(path, "application/json", "{\"categories\":[\"film\"]}");
      assertThat(put.statusCode()).as(put.body()).isEqualTo(200);
      assertThat(json(client.get(path)).get("item").asString())
          .isEqualTo(URLDecoder.decode(id, StandardCharsets.UTF_8));
      var similar = client.get(path + "/similar");
      assertThat(code(similar)).isEqualTo("unknown-item");
    }
    assertThat(code(client.get("/v1/items/../similar"))).isIn("malformed-request", "not-found");
  }
}
