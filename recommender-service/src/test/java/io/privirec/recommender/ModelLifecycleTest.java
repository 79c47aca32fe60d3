package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.datadir.DurableFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// From no release to the newest one, past releases that are no good, and to the end.
class ModelLifecycleTest {
  private static final String ASKED = "{\"history\":[]}";

  @RegisterExtension final RunningRecommender service = RunningRecommender.notStarted();

  private Path publish(int n) throws Exception {
    Path release = TestReleases.write(service.published(), n);
    service.coordinator().publish(release);
    return release;
  }

  private Path releases() {
    return service.data().resolve("releases");
  }

  private void assertActive(String version) {
    assertThat(service.get("/v1/models").text("/active")).isEqualTo(version);
  }

  @Test
  void service_withoutRelease_isAliveButNotReady() {
    service.start();
    service.get("/livez").is(200);
    service.get("/readyz").is(503);
    assertThat(service.get("/v1/models").at("/models")).isEmpty();
    Answer answer = service.recommend(ASKED).isProblem(503, "model-not-loaded");
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(service.get("/").is(503).body()).contains("No model is loaded yet");
  }

  @Test
  void newerRelease_replacesTheOlderUnderLoad_withoutAFailedRequest() throws Exception {
    publish(1);
    service.run();
    String body = "{\"history\":[{\"item\":\"%s\"}]}".formatted(TestReleases.item(0));
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> askers =
          IntStream.range(0, 3)
              .mapToObj(n ->
                  threads.submit(() -> {
                    int answers = 0;
                    while (!done.get()) {
                      service.recommend(body).is(200);
                      answers++;
                    }
                    return answers;
                  }))
              .toList();
      for (int n = 2; n <= 6; n++) {
        publish(n);
        service.awaitModel("r-" + n);
      }
      done.set(true);
      for (Future<Integer> asker : askers) {
        assertThat(asker.get()).isPositive();
      }
    }
    assertThat(service.recommend(body).text("/modelVersion")).isEqualTo("r-6");
    service.await(() -> releases().toFile().list().length == 3);
  }

  @Test
  void service_whoseCoordinatorIsAway_startsFromItsOwnDisk() throws Exception {
    publish(1);
    service.run();
    service.coordinator().close();
    service.restart();
    assertActive("r-1");
  }

  @Test
  void release_thatIsNotTheSignedOne_changesNothing() throws Exception {
    publish(1);
    service.run();
    Path forged = TestReleases.write(service.published(), 2);
    TestReleases.forge(forged);
    service.coordinator().publish(forged);
    String refused = "recommender_releases_refused_total{reason=\"digest-mismatch\"}";
    service.await(() -> service.scrape().contains(refused));
    assertActive("r-1");
    service.get("/readyz").is(200);
    assertThat(releases().resolve("r-2")).doesNotExist();
  }

  @Test
  void olderRelease_servedAsTheNewest_isLoadedAndDoesNotBecomeActive() throws Exception {
    Path first = publish(1);
    publish(2);
    service.run();
    service.coordinator().publish(first);
    service.await(() -> service.get("/v1/models/r-1").status() == 200);
    assertActive("r-2");
    assertThat(service.get("/v1/models").text("/policy")).isEqualTo("newest");
  }

  @Test
  void release_thatDoesNotOpen_leavesTheOthersOnTheDiskToAnswer() throws Exception {
    TestReleases.write(releases(), 1);
    TestReleases.writeUnusable(releases(), 2);
    service.coordinator().close();
    service.run();
    assertThat(service.recommend(ASKED).text("/modelVersion")).isEqualTo("r-1");
  }

  @Test
  void newestRelease_thatDoesNotOpen_isRefused_andTheNextOneIsTaken() throws Exception {
    publish(1);
    service.run();
    service.coordinator().publish(TestReleases.writeUnusable(service.published(), 2));
    service.await(() -> Files.exists(releases().resolve("r-2")));
    publish(3);
    service.awaitModel("r-3");
    service.get("/v1/models/r-2").is(404);
  }

  @Test
  void service_withoutAPinnedKey_doesNotStart() {
    String data = "--privirec.data-dir=" + service.data();
    assertThatThrownBy(
            () -> SpringApplication.run(RecommenderApplication.class, "--server.port=0", data))
        .rootCause()
        .hasMessageContaining("privirec.coordinator.public-key");
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void stop_whileTheFirstModelArrives_isNoFailure(CapturedOutput log) throws Exception {
    publish(1);
    for (int n = 0; n < 3; n++) {
      // Its thread is interrupted wherever it is: verifying, warming up, writing down.
      service.start();
      service.stop();
      DurableFiles.deleteTree(service.data());
    }
    assertThat(log.getOut()).doesNotContain(" ERROR ").doesNotContain(" WARN ");
  }
}
