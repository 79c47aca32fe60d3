package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.ReleaseManifest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;

class ModelLifecycleTest {
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

  @Test
  void service_withoutRelease_isAliveButNotReady() {
    try (RunningRecommender service = RunningRecommender.start(data, coordinator.uri())) {
      assertThat(service.get("/livez").statusCode()).isEqualTo(200);
      assertThat(service.get("/readyz").statusCode()).isEqualTo(503);
      assertThat(json(service.get("/v1/models")).at("/models")).isEmpty();
      HttpResponse<String> answer = service.recommend("{\"history\":[]}");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
      assertThat(json(answer).at("/code").asString()).isEqualTo("model-not-loaded");
    }
  }

  @Test
  void newerRelease_replacesTheOlderUnderLoad_withoutAFailedRequest() throws Exception {
    coordinator.publish(TestReleases.write(published, 1));
    String body = "{\"history\":[{\"item\":\"%s\"}]}".formatted(TestReleases.items().getFirst());
    AtomicBoolean done = new AtomicBoolean();
    try (RunningRecommender service = RunningRecommender.start(data, coordinator.uri());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      service.awaitReady();
      List<Future<Integer>> askers =
          IntStream.range(0, 3)
              .mapToObj(n ->
                  threads.submit(() -> {
                    int answers = 0;
                    while (!done.get()) {
                      assertThat(service.recommend(body).statusCode()).isEqualTo(200);
                      answers++;
                    }
                    return answers;
                  }))
              .toList();
      for (int n = 2; n <= 6; n++) {
        coordinator.publish(TestReleases.write(published, n));
        service.awaitModel("r-" + n);
      }
      done.set(true);
      for (Future<Integer> asker : askers) {
        assertThat(asker.get()).isPositive();
      }
      assertThat(json(service.recommend(body)).at("/modelVersion").asString()).isEqualTo("r-6");
      service.await(() -> count(data.resolve("releases")) == 3);
    }
  }

  @Test
  void service_whoseCoordinatorIsAway_startsFromItsOwnDisk() throws Exception {
    coordinator.publish(TestReleases.write(published, 1));
    try (RunningRecommender service = RunningRecommender.start(data, coordinator.uri())) {
      service.awaitReady();
    }
    coordinator.close();
    try (RunningRecommender service = RunningRecommender.start(data, coordinator.uri())) {
      service.awaitModel("r-1");
      assertThat(service.get("/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void release_thatIsNotTheSignedOne_changesNothing() throws Exception {
    coordinator.publish(TestReleases.write(published, 1));
    try (RunningRecommender service = RunningRecommender.start(data, coordinator.uri())) {
      service.awaitReady();
      Path forged = TestReleases.write(published, 2);
      Path filter = forged.resolve(ReleaseManifest.FILTER);
      byte[] bytes = Files.readAllBytes(filter);
      bytes[bytes.length - 1] ^= 1;
      Files.write(filter, bytes);
      coordinator.publish(forged);
      service.await(() ->
          service
              .get("/actuator/prometheus")
              .body()
              .contains("recommender_releases_refused_total{reason=\"digest-mismatch\"}"));
      assertThat(json(service.get("/v1/models")).at("/active").asString()).isEqualTo("r-1");
      assertThat(service.get("/readyz").statusCode()).isEqualTo(200);
      assertThat(data.resolve("releases/r-2")).doesNotExist();
    }
  }

  @Test
  void service_withoutAPinnedKey_doesNotStart() {
    assertThatThrownBy(() ->
            SpringApplication.run(
                RecommenderApplication.class, "--server.port=0", "--privirec.data-dir=" + data))
        .rootCause()
        .hasMessageContaining("privirec.coordinator.public-key");
  }

  private static int count(Path directory) {
    String[] names = directory.toFile().list();
    return names == null ? 0 : names.length;
  }
}
