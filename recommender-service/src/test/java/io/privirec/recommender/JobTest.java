package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// Jobs over HTTP, over restarts, and where there is no room for them or for releases: by the
/// settings, and on a real full disk.
class JobTest {
  private static final String SETTING = "--privirec.recommender.batch.";
  private static final String SMALL = "{\"history\":[],\"k\":1}\n";
  private static final String LARGE =
      "{\"history\":[{\"item\":\"%s\"}],\"k\":100}\n".formatted(TestReleases.item(0));

  /// For tests that leave no job.
  @RegisterExtension
  static final RunningRecommender running =
      RunningRecommender.serving(1).with(SETTING + "max-job-lines=2000", SETTING + "max-jobs=3");

  /// For tests that start it, with settings of their own.
  @RegisterExtension final RunningRecommender notStarted = RunningRecommender.notStarted(1);

  private RunningRecommender service = notStarted;

  private Answer create(String requests) {
    return service.ndjson("/v1/jobs", requests);
  }

  private JsonNode end(String requests) {
    return service.awaitJob(create(requests));
  }

  private String statusOf(String requests) {
    return end(requests).at("/status").asString();
  }

  private Answer get(String path) {
    return service.admin("GET", path);
  }

  private Answer delete(String path) {
    return service.admin("DELETE", path);
  }

  private List<String> jobs() {
    return get("/v1/jobs").texts("id");
  }

  private Path directory() {
    return service.data().resolve("jobs");
  }

  /// What an earlier process left of a job.
  private Path leave(String id, String status) throws IOException {
    Path job = Files.createDirectories(directory().resolve(id));
    Files.writeString(
        job.resolve("job.json"),
        """
        {"id":"%s","status":"%s","lines":5,"answered":2,"problems":0,
         "createdAt":"2026-01-01T00:00:00Z"}\
        """
            .formatted(id, status));
    return job;
  }

  @Test
  void job_isDone_itsResultIsAFile_andGoesWithIt() throws Exception {
    service = running;
    Answer created = create(BatchTest.requests(1_500) + "nonsense");
    String id = created.is(202).text("/id");
    String path = created.header("Location");
    assertThat(path).isEqualTo("/v1/jobs/" + id);
    assertThat(created.at("/lines").asInt()).isEqualTo(1_501);

    JsonNode job = service.awaitJob(created);
    assertThat(job.at("/status").asString()).isEqualTo("COMPLETED");
    assertThat(job.at("/answered").asInt()).isEqualTo(1_501);
    assertThat(job.at("/problems").asInt()).isEqualTo(1);
    Answer result = get(path + "/result").is(200);
    assertThat(result.body().getBytes(StandardCharsets.UTF_8))
        .hasSize(job.at("/resultBytes").asInt());
    List<JsonNode> answers = result.lines();
    assertThat(answers).hasSize(1_501);
    assertThat(answers.get(42).at("/answer/items"))
        .isEqualTo(service.recommend(BatchTest.request(42)).at("/items"));
    assertThat(answers.getLast().at("/problem/code").asString()).isEqualTo("malformed-request");

    try (Stream<Path> files = Files.walk(directory().resolve(id))) {
      List<Path> kept = files.filter(file -> Files.isRegularFile(file)).toList();
      assertThat(kept)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder("job.json", "result.ndjson");
      for (Path file : kept) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
      }
    }
    delete(path).is(204);
    assertThat(directory().resolve(id)).doesNotExist();
    get(path).isProblem(404, "unknown-job");
  }

  @Test
  void job_thatIsTooLargeOrEmptyOrOneTooMany_leavesNothing() {
    service = running;
    create(BatchTest.requests(2_001)).is(413);
    create("\n").is(422);
    assertThat(jobs()).isEmpty();

    List<String> made = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      made.add(create(SMALL).is(202).header("Location"));
    }
    Answer refused = create(SMALL).isProblem(429, "too-many-requests");
    assertThat(refused.header("Retry-After")).isNotEmpty();
    made.forEach(path -> delete(path).is(204));
    assertThat(jobs()).isEmpty();
  }

  @Test
  void jobs_withoutTheAdminToken_areRefused() {
    service = running;
    service.post("/v1/jobs", "{}").is(401);
    for (String path : new String[] {"/v1/jobs", "/v1/jobs/x", "/v1/jobs/x/result"}) {
      service.get(path).is(401);
    }
    service.send("DELETE", "/v1/jobs/x", "{}").is(401);
  }

  @Test
  void restart_failsUnfinishedJobs_andForgetsTheirRequests() throws Exception {
    String id = "00112233445566778899aabbccddeeff";
    Path job = leave(id, "RUNNING");
    Files.writeString(job.resolve("requests.ndjson"), SMALL);
    Files.writeString(job.resolve("result.ndjson"), "{}\n");
    Path broken = Files.createDirectories(directory().resolve("cut-off"));
    Files.writeString(broken.resolve("requests.ndjson"), SMALL);
    service.start();
    Answer view = get("/v1/jobs/" + id);
    assertThat(view.text("/status")).isEqualTo("FAILED");
    assertThat(view.text("/failure")).isEqualTo("interrupted");
    assertThat(view.text("/deletedAt")).isNotEmpty();
    get("/v1/jobs/" + id + "/result").isProblem(409, "no-result");
    assertThat(job).isDirectoryNotContaining("glob:**.ndjson");
    assertThat(broken).doesNotExist();
  }

  @Test
  void jobs_deletedAsTheyBegin_leaveNothing() {
    service = running;
    // One place is left.
    List<String> others = List.of(end(SMALL).at("/id").asString(), end(SMALL).at("/id").asString());
    for (int n = 0; n < 200; n++) {
      delete(create(SMALL).is(202).header("Location")).is(204);
    }
    assertThat(jobs()).containsExactlyInAnyOrderElementsOf(others);
    others.forEach(id -> delete("/v1/jobs/" + id).is(204));
    assertThat(directory()).isEmptyDirectory();
  }

  @Test
  void jobsOfAnEarlierProcess_moreThanMayBeKept_leaveNoMorePlacesThanThereAre() throws Exception {
    for (int n = 0; n < 3; n++) {
      leave("job-" + n, "FAILED");
    }
    service.run(SETTING + "max-jobs=2");
    for (int n = 0; n < 2; n++) {
      create(SMALL).is(429);
      delete("/v1/jobs/job-" + n).is(204);
    }
    create(SMALL).is(202);
    create(SMALL).is(429);
  }

  @Test
  void jobs_areDeleted_afterTheirRetention() {
    service.run(SETTING + "retention=0s", SETTING + "collect-every=50ms");
    String path = create(SMALL).header("Location");
    service.await(() -> get(path).status() == 404);
    // Files go after the job is forgotten.
    service.await(() -> directory().toFile().list().length == 0);
  }

  @Test
  void results_togetherBeyondTheirLimit_failTheJob_orRefuseIt_andLeaveNothing() {
    service.run(SETTING + "max-result-bytes=150KB", SETTING + "max-jobs=3");
    assertThat(statusOf(SMALL.repeat(3))).isEqualTo("COMPLETED");

    Answer tooMany = create(SMALL.repeat(2_000)).isProblem(507, "storage-full");
    assertThat(tooMany.text("/detail")).contains("153600 bytes");

    for (int n = 0; n < 3; n++) {
      JsonNode failed = end(LARGE.repeat(1_000));
      assertThat(failed.at("/status").asString()).isEqualTo("FAILED");
      assertThat(failed.at("/failure").asString()).isEqualTo("storage-full");
      String id = failed.at("/id").asString();
      assertThat(directory().resolve(id))
          .isDirectoryContaining("glob:**job.json")
          .isDirectoryNotContaining("glob:**.ndjson");
      delete("/v1/jobs/" + id).is(204);
      // What it had taken is free again.
      JsonNode next = end(SMALL.repeat(300));
      assertThat(next.at("/status").asString()).isEqualTo("COMPLETED");
      delete("/v1/jobs/" + next.at("/id").asString());
    }
  }

  @Test
  void resultsOfAnEarlierProcess_countAgainstTheLimit() {
    service.run();
    end(LARGE.repeat(100));
    service.restart(SETTING + "max-result-bytes=100KB");
    create(SMALL).is(507);
    delete("/v1/jobs/" + jobs().getFirst());
    assertThat(statusOf(SMALL)).isEqualTo("COMPLETED");
  }

  @Test
  void job_thatCannotBeDeleted_hasItsPlaceUntilItIs_andNothingOfItStays() throws Exception {
    service.run(SETTING + "max-jobs=1", SETTING + "collect-every=50ms");
    String id = end(SMALL).at("/id").asString();
    Path job = directory().resolve(id);
    // A directory where something is mounted cannot be removed.
    try (SmallDisk busy = SmallDisk.mount(job.resolve("busy"), "1m")) {
      assertThat(busy.isEmpty()).isTrue();
      delete("/v1/jobs/" + id).is(500);
      get("/v1/jobs/" + id).is(404);
      assertThat(jobs()).isEmpty();
      create(SMALL).is(429);
    }
    service.await(() -> create(SMALL).status() == 202);
    assertThat(job).doesNotExist();
    create(SMALL).is(429);
  }

  @Test
  void fullDisk_ofJobs_isStorageFull_andLeavesNothing() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(directory(), "1m")) {
      service.run();
      create((" ".repeat(999) + SMALL).repeat(2_000)).isProblem(507, "storage-full");
      assertThat(disk.directory()).isEmptyDirectory();

      JsonNode failed = end(LARGE.repeat(1_000));
      assertThat(failed.at("/failure").asString()).isEqualTo("storage-full");
      assertThat(disk.directory().resolve(failed.at("/id").asString()))
          .isDirectoryNotContaining("glob:**.ndjson");
      assertThat(statusOf(SMALL)).isEqualTo("COMPLETED");
      service.stop();
    }
  }

  @Test
  void fullDisk_ofReleases_isStorageFull_andLeavesNothing() throws Exception {
    long bytes = Files.size(service.published("r-1").resolve(ReleaseManifest.FILTER));
    Path releases = service.data().resolve("releases");
    try (SmallDisk disk = SmallDisk.mount(releases, bytes / 2 / 1024 + "k")) {
      service.start();
      service.admin("POST", "/v1/models/r-1:load").isProblem(507, "storage-full");
      service.await(disk::isEmpty);
      service.stop();
    }
  }

  /// A file system of its own in memory; needs the right to mount one.
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
