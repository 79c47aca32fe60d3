package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Releases that are signed and yet do no good. */
class ModelFailuresTest {
  @TempDir Path published;
  @TempDir Path data;
  private TestCoordinator coordinator;

  @BeforeEach
  void start() throws Exception {
    coordinator = new TestCoordinator();
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  private RunningRecommender run() {
    return RunningRecommender.start(data, coordinator.uri());
  }

  @Test
  void olderRelease_servedAsTheNewest_isLoadedAndDoesNotBecomeActive() throws Exception {
    Path first = TestReleases.write(published, 1);
    coordinator.publish(TestReleases.write(published, 2));
    try (RunningRecommender service = run()) {
      service.awaitModel("r-2");
      coordinator.publish(first);
      service.await(() -> service.get("/v1/models/r-1").statusCode() == 200);
      JsonNode list = json(service.get("/v1/models"));
      assertThat(list.at("/active").asString()).isEqualTo("r-2");
      assertThat(list.at("/policy").asString()).isEqualTo("newest");
    }
  }

  @Test
  void release_thatDoesNotOpen_leavesTheOthersOnTheDiskToAnswer() throws Exception {
    Path releases = data.resolve("releases");
    TestReleases.write(releases, 1);
    TestReleases.writeUnusable(releases, 2);
    coordinator.close();
    try (RunningRecommender service = run()) {
      service.awaitReady();
      assertThat(json(service.recommend("{\"history\":[]}")).at("/modelVersion").asString())
          .isEqualTo("r-1");
    }
  }

  @Test
  void newestRelease_thatDoesNotOpen_isRefused_andTheNextOneIsTaken() throws Exception {
    coordinator.publish(TestReleases.write(published, 1));
    try (RunningRecommender service = run()) {
      service.awaitModel("r-1");
      coordinator.publish(TestReleases.writeUnusable(published, 2));
      service.await(() -> Files.exists(data.resolve("releases").resolve("r-2")));
      coordinator.publish(TestReleases.write(published, 3));
      service.awaitModel("r-3");
      assertThat(service.get("/v1/models/r-2").statusCode()).isEqualTo(404);
    }
  }
}
