package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers to GET that the caller has already, over HTTP. */
class AnswerVersionsTest {
  @TempDir static Path published;
  @TempDir static Path data;
  private static TestCoordinator coordinator;
  private static RunningRecommender service;

  @BeforeAll
  static void start() throws Exception {
    coordinator = new TestCoordinator();
    for (int n = 1; n <= 2; n++) {
      coordinator.publish(TestReleases.write(published, n));
      if (n == 1) {
        service = RunningRecommender.start(data, coordinator.uri());
      }
      service.awaitModel("r-" + n);
    }
  }

  @AfterAll
  static void stop() {
    service.close();
    coordinator.close();
  }

  private static HttpResponse<String> get(String path, String... more) {
    String[] headers = new String[more.length + 2];
    headers[0] = "Authorization";
    headers[1] = "Bearer " + RunningRecommender.ADMIN_TOKEN;
    System.arraycopy(more, 0, headers, 2, more.length);
    return service.send("GET", path, "", headers);
  }

  private static String tag(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.headers().firstValue("ETag").orElseThrow();
  }

  private static int statusOf(String path, String tag) {
    return get(path, "If-None-Match", tag).statusCode();
  }

  @Test
  void modelsAndItems_areSentAgainOnlyWhenTheyChanged() {
    String item = TestReleases.items().getFirst();
    String metadata = "/v1/items/" + item;
    service.admin("PUT", metadata, "{\"categories\":[\"one\"]}");
    String[] paths = {
      "/v1/models", "/v1/models/r-1", metadata, metadata + "/similar", "/v1/items/popular"
    };
    String[] tags = new String[paths.length];
    for (int n = 0; n < paths.length; n++) {
      tags[n] = tag(get(paths[n]));
      assertThat(statusOf(paths[n], tags[n])).as(paths[n]).isEqualTo(304);
    }

    service.admin("POST", "/v1/models/r-1:activate");
    service.admin("PUT", metadata, "{\"categories\":[\"two\"]}");
    for (int n = 0; n < paths.length; n++) {
      assertThat(statusOf(paths[n], tags[n])).as(paths[n]).isEqualTo(200);
    }

    String popular = tag(get("/v1/items/popular"));
    String best = RunningRecommender.json(get("/v1/items/popular")).at("/items/0/item").asString();
    service.admin("PUT", "/v1/items/" + best, "{\"availableUntil\":\"2020-01-01T00:00:00Z\"}");
    assertThat(statusOf("/v1/items/popular", popular)).isEqualTo(200);
  }
}
