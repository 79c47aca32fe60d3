package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Answers to GET that the caller has already, over HTTP.
class AnswerVersionsTest {
  @RegisterExtension static final RunningRecommender service = RunningRecommender.serving(1, 2);

  private static String tag(String path) {
    return service.admin("GET", path).is(200).header("ETag");
  }

  private static int statusOf(String path, String tag) {
    String admin = "Bearer " + RunningRecommender.ADMIN_TOKEN;
    return service.send("GET", path, "", "Authorization", admin, "If-None-Match", tag).status();
  }

  @Test
  void modelsAndItems_areSentAgainOnlyWhenTheyChanged() {
    String item = TestReleases.item(0);
    String metadata = "/v1/items/" + item;
    service.admin("PUT", metadata, "{\"categories\":[\"one\"]}");
    String[] paths = {
      "/v1/models", "/v1/models/r-1", metadata, metadata + "/similar", "/v1/items/popular"
    };
    String[] tags = new String[paths.length];
    for (int n = 0; n < paths.length; n++) {
      tags[n] = tag(paths[n]);
      assertThat(statusOf(paths[n], tags[n])).as(paths[n]).isEqualTo(304);
    }

    service.admin("POST", "/v1/models/r-1:activate");
    service.admin("PUT", metadata, "{\"categories\":[\"two\"]}");
    for (int n = 0; n < paths.length; n++) {
      assertThat(statusOf(paths[n], tags[n])).as(paths[n]).isEqualTo(200);
    }

    String popular = tag("/v1/items/popular");
    String best = service.get("/v1/items/popular").text("/items/0/item");
    service.admin("PUT", "/v1/items/" + best, "{\"availableUntil\":\"2020-01-01T00:00:00Z\"}");
    assertThat(statusOf("/v1/items/popular", popular)).isEqualTo(200);
  }
}
