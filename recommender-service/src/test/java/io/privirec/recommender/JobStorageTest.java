package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Jobs and releases where there is no room for them: by the settings, and on a real full disk. */
class JobStorageTest {
  private static final String NDJSON = "application/x-ndjson";
  private static final String SMALL = "{\"history\":[],\"k\":1}\n";
  private static final String LARGE =
      "{\"history\":[{\"item\":\"%s\"}],\"k\":100}\n".formatted(TestReleases.items().getFirst());

  @TempDir Path published;
  @TempDir Path data;
  private TestCoordinator coordinator;

  @BeforeEach
  void start() throws Exception {
    coordinator = new TestCoordinator();
    coordinator.publish(TestReleases.write(published, 1));
  }

  @AfterEach
  void stop() {
    coordinator.close();
  }

  @Test
  void results_togetherBeyondTheirLimit_failTheJob_orRefuseIt_andLeaveNothing() throws Exception {
    try (RunningRecommender service =
        RunningRecommender.start(
            data,
            coordinator.uri(),
            "--privirec.recommender.batch.max-result-bytes=150KB",
            "--privirec.recommender.batch.max-jobs=3")) {
      service.awaitReady();
      assertThat(end(service, SMALL.repeat(3)).at("/status").asString()).isEqualTo("COMPLETED");

      HttpResponse<String> tooMany = create(service, SMALL.repeat(2_000));
      assertThat(tooMany.statusCode()).isEqualTo(507);
      assertThat(json(tooMany).at("/code").asString()).isEqualTo("storage-full");
      assertThat(json(tooMany).at("/detail").asString()).contains("153600 bytes");

      for (int n = 0; n < 3; n++) {
        JsonNode failed = end(service, LARGE.repeat(1_000));
        assertThat(failed.at("/status").asString()).isEqualTo("FAILED");
        assertThat(failed.at("/failure").asString()).isEqualTo("storage-full");
        String id = failed.at("/id").asString();
        assertThat(data.resolve("jobs").resolve(id))
            .isDirectoryContaining("glob:**job.json")
            .isDirectoryNotContaining("glob:**.ndjson");
        assertThat(service.admin("DELETE", "/v1/jobs/" + id).statusCode()).isEqualTo(204);
        // What it had taken is free again.
        JsonNode next = end(service, SMALL.repeat(300));
        assertThat(next.at("/status").asString()).isEqualTo("COMPLETED");
        service.admin("DELETE", "/v1/jobs/" + next.at("/id").asString());
      }
    }
  }

  @Test
  void resultsOfAnEarlierProcess_countAgainstTheLimit() throws Exception {
    try (RunningRecommender service = RunningRecommender.start(data, coordinator.uri())) {
      service.awaitReady();
      end(service, LARGE.repeat(100));
    }
    try (RunningRecommender service =
        RunningRecommender.start(
            data, coordinator.uri(), "--privirec.recommender.batch.max-result-bytes=100KB")) {
      service.awaitReady();
      assertThat(create(service, SMALL).statusCode()).isEqualTo(507);
      String old = json(service.admin("GET", "/v1/jobs")).at("/0/id").asString();
      service.admin("DELETE", "/v1/jobs/" + old);
      assertThat(end(service, SMALL).at("/status").asString()).isEqualTo("COMPLETED");
    }
  }

  @Test
  void job_thatCannotBeDeleted_hasItsPlaceUntilItIs_andNothingOfItStays() throws Exception {
    try (RunningRecommender service =
        RunningRecommender.start(
            data,
            coordinator.uri(),
            "--privirec.recommender.batch.max-jobs=1",
            "--privirec.recommender.batch.collect-every=50ms")) {
      service.awaitReady();
      String id = end(service, SMALL).at("/id").asString();
      Path job = data.resolve("jobs").resolve(id);
      // A directory where something is mounted cannot be removed.
      try (SmallDisk busy = SmallDisk.mount(job.resolve("busy"), "1m")) {
        assertThat(busy.isEmpty()).isTrue();
        assertThat(service.admin("DELETE", "/v1/jobs/" + id).statusCode()).isEqualTo(500);
        assertThat(service.admin("GET", "/v1/jobs/" + id).statusCode()).isEqualTo(404);
        assertThat(json(service.admin("GET", "/v1/jobs"))).isEmpty();
        assertThat(create(service, SMALL).statusCode()).isEqualTo(429);
      }
      service.await(() -> create(service, SMALL).statusCode() == 202);
      assertThat(job).doesNotExist();
      assertThat(create(service, SMALL).statusCode()).isEqualTo(429);
    }
  }

  @Test
  void fullDisk_ofJobs_isStorageFull_andLeavesNothing() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(data.resolve("jobs"), "1m");
        RunningRecommender service = RunningRecommender.start(data, coordinator.uri())) {
      service.awaitReady();
      HttpResponse<String> created = create(service, (" ".repeat(999) + SMALL).repeat(2_000));
      assertThat(created.statusCode()).as(created.body()).isEqualTo(507);
      assertThat(json(created).at("/code").asString()).isEqualTo("storage-full");
      assertThat(disk.directory()).isEmptyDirectory();

      JsonNode failed = end(service, LARGE.repeat(1_000));
      assertThat(failed.at("/failure").asString()).isEqualTo("storage-full");
      assertThat(disk.directory().resolve(failed.at("/id").asString()))
          .isDirectoryNotContaining("glob:**.ndjson");
      assertThat(end(service, SMALL).at("/status").asString()).isEqualTo("COMPLETED");
    }
  }

  @Test
  void fullDisk_ofReleases_isStorageFull_andLeavesNothing() throws Exception {
    long bytes = Files.size(published.resolve("r-1").resolve(ReleaseManifest.FILTER));
    try (SmallDisk disk = SmallDisk.mount(data.resolve("releases"), bytes / 2 / 1024 + "k");
        RunningRecommender service = RunningRecommender.start(data, coordinator.uri())) {
      HttpResponse<String> loaded = service.admin("POST", "/v1/models/r-1:load");
      assertThat(loaded.statusCode()).as(loaded.body()).isEqualTo(507);
      assertThat(json(loaded).at("/code").asString()).isEqualTo("storage-full");
      service.await(() -> disk.isEmpty());
    }
  }

  private static HttpResponse<String> create(RunningRecommender service, String requests) {
    return service.admin("POST", "/v1/jobs", NDJSON, requests);
  }

  /** The view of a job that is over. */
  private static JsonNode end(RunningRecommender service, String requests)
      throws InterruptedException {
    HttpResponse<String> created = create(service, requests);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(202);
    String path = created.headers().firstValue("Location").orElseThrow();
    service.await(() ->
        List.of("COMPLETED", "FAILED")
            .contains(json(service.admin("GET", path)).at("/status").asString()));
    return json(service.admin("GET", path));
  }

  /** A file system of its own in memory; needs the right to mount one. */
  private record SmallDisk(Path directory) implements AutoCloseable {
    static SmallDisk mount(Path directory, String size) throws IOException {
      Files.createDirectories(directory);
      assumeTrue(
          run("mount", "-t", "tmpfs", "-o", "mode=700,size=" + size, "tmpfs", directory.toString()),
          "no right to mount a file system");
      return new SmallDisk(directory);
    }

    private static boolean run(String... command) {
      try {
        return new ProcessBuilder(command).inheritIO().start().onExit().join().exitValue() == 0;
      } catch (IOException e) {
        return false;
      }
    }

    boolean isEmpty() {
      try (Stream<Path> children = Files.list(directory)) {
        return children.findAny().isEmpty();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      run("umount", "--lazy", directory.toString());
    }
  }
}
