package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.operator.http.AdminToken;
import io.privirec.stage.deployment.Deployment;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.UserRecommendationRequest;
import io.privirec.wire.UserScoresRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a holder's own service answers for its users. */
final class HomeService {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final URI uri;
  private final AdminToken token;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** The first of a deployment. */
  HomeService(TestServices services) throws IOException {
    this.uri = services.process(Deployment.FIRST_CLIENT).uri();
    this.token = AdminToken.read(services.deployment().tokenFile(Deployment.FIRST_CLIENT));
  }

  /** Waits until a release answers. */
  void awaitModel(String release) throws Exception {
    HttpRequest popular = request("/v1/items/popular?model=" + release).build();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (http.send(popular, BodyHandlers.discarding()).statusCode() != 200) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  RecommendationAnswer popular(int k) throws Exception {
    return JSON.readValue(body(request("/v1/items/popular?k=" + k)), RecommendationAnswer.class);
  }

  RecommendationAnswer recommend(String user, UserRecommendationRequest asked) throws Exception {
    return JSON.readValue(
        body(post("/v1/users/%s/recommendations".formatted(user), asked)),
        RecommendationAnswer.class);
  }

  ScoresAnswer scores(String user, UserScoresRequest asked) throws Exception {
    return JSON.readValue(
        body(post("/v1/users/%s/scores".formatted(user), asked)), ScoresAnswer.class);
  }

  /** All in one batch, by user. */
  Map<String, RecommendationAnswer> recommend(Map<String, UserRecommendationRequest> asked)
      throws Exception {
    String lines =
        asked.entrySet().stream()
            .map(each -> {
              ObjectNode line = JSON.valueToTree(each.getValue());
              return line.put("id", each.getKey()) + "\n";
            })
            .collect(Collectors.joining());
    String body =
        body(
            request("/v1/recommendations:batch")
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(lines)));
    Map<String, RecommendationAnswer> all =
        body.lines()
            .map(line -> JSON.readValue(line, BatchAnswer.class))
            .collect(Collectors.toMap(BatchAnswer::id, BatchAnswer::answer));
    assertThat(all).hasSameSizeAs(asked);
    return all;
  }

  private HttpRequest.Builder post(String path, Object asked) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(JSON.writeValueAsString(asked)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri.resolve(path))
        .header("Authorization", "Bearer " + token.value());
  }

  private String body(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.body();
  }
}
