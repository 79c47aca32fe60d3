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

/// A service from its start without a release to its end, with good and bad releases.
class ModelLifecycleTest {
  private static final String ASKED = "{\"history\":[]}";
  private static final int STARTS = Boolean.getBoolean("tests.long") ? 3 : 1;

  /// Starts with a model and gets newer models.
  @RegisterExtension static final RunningRecommender running = RunningRecommender.serving(1);

  /// Begins with nothing.
  @RegisterExtension final RunningRecommender service = RunningRecommender.notStarted();

  private static int newest = 1;

  private void publish(int n) throws Exception {
    service.coordinator().publish(TestReleases.write(service.published(), n));
  }

  private static Path releases(RunningRecommender of) {
    return of.data().resolve("releases");
  }

  private static void assertActive(RunningRecommender of, int n) {
    assertThat(of.get("/v1/models").text("/active")).isEqualTo("r-" + n);
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
    String body = "{\"history\":[{\"item\":\"%s\"}]}".formatted(TestReleases.item(0));
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> askers =
          IntStream.range(0, 3)
              .mapToObj(n ->
                  threads.submit(() -> {
                    int answers = 0;
                    while (!done.get()) {
                      running.recommend(body).is(200);
                      answers++;
                    }
                    return answers;
                  }))
              .toList();
      for (int n = 0; n < 5; n++) {
        running.publish(++newest);
        running.awaitModel("r-" + newest);
      }
      done.set(true);
      for (Future<Integer> asker : askers) {
        assertThat(asker.get()).isPositive();
      }
    }
    assertThat(running.recommend(body).text("/modelVersion")).isEqualTo("r-" + newest);
    running.await(() -> releases(running).toFile().list().length == 3);
  }

  @Test
  void service_whoseCoordinatorIsAway_startsFromItsOwnDisk() throws Exception {
    publish(1);
    service.run();
    service.coordinator().close();
    service.restart();
    assertActive(service, 1);
  }

  @Test
  void release_thatIsNotTheSignedOne_changesNothing() throws Exception {
    int bad = newest + 1;
    Path forged = TestReleases.write(running.published(), bad);
    TestReleases.forge(forged);
    running.coordinator().publish(forged);
    String refused = "recommender_releases_refused_total{reason=\"digest-mismatch\"}";
    running.await(() -> running.scrape().contains(refused));
    assertActive(running, newest);
    running.get("/readyz").is(200);
    assertThat(releases(running).resolve("r-" + bad)).doesNotExist();
    newest = bad + 1;
    running.publish(newest);
  }

  @Test
  void olderRelease_servedAsTheNewest_isLoadedAndDoesNotBecomeActive() throws Exception {
    int older = ++newest;
    running.publish(++newest);
    running.awaitModel("r-" + newest);
    running.publish(older);
    assertActive(running, newest);
    assertThat(running.get("/v1/models").text("/policy")).isEqualTo("newest");
  }

  @Test
  void release_thatDoesNotOpen_leavesTheOthersOnTheDiskToAnswer() throws Exception {
    TestReleases.write(releases(service), 1);
    TestReleases.writeUnusable(releases(service), 2);
    service.coordinator().close();
    service.run();
    assertThat(service.recommend(ASKED).text("/modelVersion")).isEqualTo("r-1");
  }

  @Test
  void newestRelease_thatDoesNotOpen_isRefused_andTheNextOneIsTaken() throws Exception {
    String unusable = "r-" + ++newest;
    running.coordinator().publish(TestReleases.writeUnusable(running.published(), newest));
    running.await(() -> Files.exists(releases(running).resolve(unusable)));
    running.publish(++newest);
    running.awaitModel("r-" + newest);
    running.get("/v1/models/" + unusable).is(404);
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void release_thatNeedsMoreMemoryThanThereIs_isRefusedWithNumbers_andTheNextOneIsTaken(
      CapturedOutput log) throws Exception {
    String numbers =
        "needs about 3,[0-9]{3} MiB of heap, and [0-9,]+ MiB of [0-9,]+ MiB are free: give";
    int before = newest;
    String huge = "r-" + ++newest;
    running.coordinator().publish(TestReleases.writeHuge(running.published(), newest));
    running.await(
        () -> log.getAll().contains("release is not loaded: memory-full: release " + huge));
    assertThat(log.getAll()).containsPattern(numbers);
    Answer refused =
        running.admin("POST", "/v1/models/%s:load".formatted(huge)).isProblem(507, "memory-full");
    assertThat(refused.text("/detail")).containsPattern(numbers);
    assertActive(running, before);
    running.get("/readyz").is(200);
    running.publish(++newest);
    running.awaitModel("r-" + newest);
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
    for (int n = 0; n < STARTS; n++) {
      // Its thread is interrupted wherever it is: verifying, warming up, writing down.
      service.start();
      service.stop();
      DurableFiles.deleteTree(service.data());
    }
    assertThat(log.getOut()).doesNotContain(" ERROR ").doesNotContain(" WARN ");
  }
}
