package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BatchTest {
  private static final String NDJSON = "application/x-ndjson";

  @TempDir static Path directory;
  private static TestCoordinator coordinator;
  private static RunningRecommender service;

  @BeforeAll
  static void start() throws Exception {
    coordinator = new TestCoordinator();
    coordinator.publish(TestReleases.write(directory, 1));
    service =
        RunningRecommender.start(
            directory.resolve("data"),
            coordinator.uri(),
            "--privirec.recommender.batch.max-job-lines=2000",
            "--privirec.recommender.batch.max-jobs=3");
    service.awaitReady();
  }

  @AfterAll
  static void stop() {
    service.close();
    coordinator.close();
  }

  @Test
  void batch_isAnsweredInOrder_asEachLineAlone() {
    int lines = 1_000;
    HttpResponse<String> response = batch(requests(lines));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith(NDJSON);
    List<JsonNode> answers = answers(response.body());
    assertThat(answers).hasSize(lines);
    for (int n = 0; n < lines; n++) {
      assertThat(answers.get(n).at("/line").asInt()).isEqualTo(n + 1);
      assertThat(answers.get(n).at("/id").asString()).isEqualTo("u-" + n);
    }
    for (int n = 0; n < lines; n += 97) {
      assertThat(answers.get(n).at("/answer/items"))
          .isEqualTo(json(service.recommend(request(n))).at("/items"));
    }
  }

  @Test
  void badLines_haveAProblemInTheirPlace_andTheOthersAnAnswer() {
    String good = "{\"history\":[],\"k\":1}";
    String tooLong = "{\"history\":[],\"fallback\":\"" + "x".repeat(1 << 20) + "\"}";
    List<JsonNode> answers =
        answers(
            batch(
                    String.join(
                        "\n",
                        good,
                        "{\"id\":\"mine\",\"history\":[],\"k\":0}",
                        "",
                        "nonsense",
                        "[]",
                        "{\"id\":7,\"history\":[]}",
                        tooLong,
                        "{\"history\":[],\"colour\":1}",
                        good))
                .body());
    assertThat(answers.stream().map(answer -> answer.at("/line").asInt()))
        .containsExactly(1, 2, 4, 5, 6, 7, 8, 9);
    assertThat(answers.stream().map(answer -> answer.at("/problem/code").asString("")))
        .containsExactly(
            "",
            "invalid-value",
            "malformed-request",
            "malformed-request",
            "invalid-value",
            "malformed-request",
            "malformed-request",
            "");
    assertThat(answers.get(1).at("/id").asString()).isEqualTo("mine");
    assertThat(answers.get(1).at("/problem/errors/0/pointer").asString()).isEqualTo("/k");
    assertThat(answers.get(4).at("/problem/errors/0/pointer").asString()).isEqualTo("/id");
    assertThat(answers.getLast().at("/answer/items")).hasSize(1);
  }

  @Test
  void batch_thatIsTooLargeOrEmpty_isRefusedAsAWhole() {
    HttpResponse<String> large = batch(requests(1_001));
    assertThat(large.statusCode()).isEqualTo(413);
    assertThat(json(large).at("/code").asString()).isEqualTo("payload-too-large");
    HttpResponse<String> empty = batch("\n \n");
    assertThat(empty.statusCode()).isEqualTo(422);
    assertThat(json(empty).at("/code").asString()).isEqualTo("empty-dataset");
  }

  @Test
  void job_isDone_itsResultIsAFile_andGoesWithIt() throws Exception {
    HttpResponse<String> created = admin("POST", "/v1/jobs", requests(1_500) + "nonsense");
    assertThat(created.statusCode()).as(created.body()).isEqualTo(202);
    String id = json(created).at("/id").asString();
    String path = created.headers().firstValue("Location").orElseThrow();
    assertThat(path).isEqualTo("/v1/jobs/" + id);
    assertThat(json(created).at("/lines").asInt()).isEqualTo(1_501);

    awaitOver(path);
    JsonNode job = json(admin("GET", path, ""));
    assertThat(job.at("/status").asString()).isEqualTo("COMPLETED");
    assertThat(job.at("/answered").asInt()).isEqualTo(1_501);
    assertThat(job.at("/problems").asInt()).isEqualTo(1);
    HttpResponse<String> result = admin("GET", path + "/result", "");
    assertThat(result.statusCode()).isEqualTo(200);
    assertThat(result.body().getBytes(StandardCharsets.UTF_8))
        .hasSize(job.at("/resultBytes").asInt());
    List<JsonNode> answers = answers(result.body());
    assertThat(answers).hasSize(1_501);
    assertThat(answers.get(42).at("/answer/items"))
        .isEqualTo(json(service.recommend(request(42))).at("/items"));
    assertThat(answers.getLast().at("/problem/code").asString()).isEqualTo("malformed-request");

    try (Stream<Path> files = Files.walk(jobDirectory(id))) {
      List<Path> kept = files.filter(file -> Files.isRegularFile(file)).toList();
      assertThat(kept)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder("job.json", "result.ndjson");
      for (Path file : kept) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
      }
    }
    assertThat(admin("DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(jobDirectory(id)).doesNotExist();
    HttpResponse<String> gone = admin("GET", path, "");
    assertThat(gone.statusCode()).isEqualTo(404);
    assertThat(json(gone).at("/code").asString()).isEqualTo("unknown-job");
  }

  @Test
  void job_thatIsTooLargeOrEmptyOrOneTooMany_leavesNothing() throws Exception {
    List<String> before = jobs();
    HttpResponse<String> large = admin("POST", "/v1/jobs", requests(2_001));
    assertThat(large.statusCode()).isEqualTo(413);
    assertThat(admin("POST", "/v1/jobs", "\n").statusCode()).isEqualTo(422);
    assertThat(jobs()).isEqualTo(before);

    List<String> made = new ArrayList<>();
    HttpResponse<String> created = admin("POST", "/v1/jobs", requests(1));
    while (created.statusCode() == 202) {
      made.add(created.headers().firstValue("Location").orElseThrow());
      created = admin("POST", "/v1/jobs", requests(1));
    }
    assertThat(json(created).at("/code").asString()).isEqualTo("too-many-requests");
    assertThat(created.headers().firstValue("Retry-After")).isPresent();
    assertThat(made).isNotEmpty();
    for (String path : made) {
      assertThat(admin("DELETE", path, "").statusCode()).isEqualTo(204);
    }
    assertThat(jobs()).isEqualTo(before);
  }

  @Test
  void restart_failsUnfinishedJobs_andForgetsTheirRequests() throws Exception {
    Path data = directory.resolve("restarted");
    String id = "00112233445566778899aabbccddeeff";
    Path job = Files.createDirectories(data.resolve("jobs").resolve(id));
    Files.writeString(
        job.resolve("job.json"),
        "{\"id\":\"%s\",\"status\":\"RUNNING\",\"lines\":5,\"answered\":2,\"problems\":0,"
                .formatted(id)
            + "\"createdAt\":\"2026-01-01T00:00:00Z\"}");
    Files.writeString(job.resolve("requests.ndjson"), requests(5));
    Files.writeString(job.resolve("result.ndjson"), "{}\n");
    Path broken = Files.createDirectories(data.resolve("jobs").resolve("cut-off"));
    Files.writeString(broken.resolve("requests.ndjson"), requests(5));
    try (RunningRecommender restarted = RunningRecommender.start(data, coordinator.uri())) {
      JsonNode view = json(restarted.admin("GET", "/v1/jobs/" + id, NDJSON, ""));
      assertThat(view.at("/status").asString()).isEqualTo("FAILED");
      assertThat(view.at("/failure").asString()).isEqualTo("interrupted");
      assertThat(view.at("/deletedAt").isString()).isTrue();
      HttpResponse<String> result =
          restarted.admin("GET", "/v1/jobs/" + id + "/result", NDJSON, "");
      assertThat(result.statusCode()).isEqualTo(409);
      assertThat(json(result).at("/code").asString()).isEqualTo("no-result");
      assertThat(job.resolve("requests.ndjson")).doesNotExist();
      assertThat(job.resolve("result.ndjson")).doesNotExist();
      assertThat(broken).doesNotExist();
    }
  }

  @Test
  void jobs_deletedAsTheyBegin_leaveNothing() throws Exception {
    Path data = directory.resolve("hasty");
    try (RunningRecommender hasty =
        RunningRecommender.start(
            data, coordinator.uri(), "--privirec.recommender.batch.max-jobs=1")) {
      hasty.awaitReady();
      for (int n = 0; n < 200; n++) {
        HttpResponse<String> created = hasty.admin("POST", "/v1/jobs", NDJSON, requests(1));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(202);
        String path = created.headers().firstValue("Location").orElseThrow();
        HttpResponse<String> deleted = hasty.admin("DELETE", path);
        assertThat(deleted.statusCode()).as(deleted.body()).isEqualTo(204);
      }
      assertThat(data.resolve("jobs")).isEmptyDirectory();
    }
  }

  @Test
  void jobsOfAnEarlierProcess_moreThanMayBeKept_leaveNoMorePlacesThanThereAre() throws Exception {
    Path data = directory.resolve("many");
    for (int n = 0; n < 3; n++) {
      Path job = Files.createDirectories(data.resolve("jobs").resolve("job-" + n));
      Files.writeString(
          job.resolve("job.json"),
          "{\"id\":\"job-%d\",\"status\":\"FAILED\",\"lines\":5,\"answered\":2,\"problems\":0,"
                  .formatted(n)
              + "\"createdAt\":\"2026-01-01T00:00:00Z\"}");
    }
    try (RunningRecommender many =
        RunningRecommender.start(
            data, coordinator.uri(), "--privirec.recommender.batch.max-jobs=2")) {
      many.awaitReady();
      for (int n = 0; n < 2; n++) {
        assertThat(many.admin("POST", "/v1/jobs", NDJSON, requests(1)).statusCode()).isEqualTo(429);
        assertThat(many.admin("DELETE", "/v1/jobs/job-" + n).statusCode()).isEqualTo(204);
      }
      assertThat(many.admin("POST", "/v1/jobs", NDJSON, requests(1)).statusCode()).isEqualTo(202);
      assertThat(many.admin("POST", "/v1/jobs", NDJSON, requests(1)).statusCode()).isEqualTo(429);
    }
  }

  @Test
  void jobs_areDeleted_afterTheirRetention() throws Exception {
    try (RunningRecommender brief =
        RunningRecommender.start(
            directory.resolve("brief"),
            coordinator.uri(),
            "--privirec.recommender.batch.retention=0s",
            "--privirec.recommender.batch.collect-every=50ms")) {
      brief.awaitReady();
      HttpResponse<String> created = brief.admin("POST", "/v1/jobs", NDJSON, requests(3));
      String path = created.headers().firstValue("Location").orElseThrow();
      brief.await(() -> brief.admin("GET", path, NDJSON, "").statusCode() == 404);
      // Files go after the job is forgotten.
      brief.await(() -> directory.resolve("brief/jobs").toFile().list().length == 0);
    }
  }

  @Test
  void jobs_withoutTheAdminToken_areRefused() {
    assertThat(service.send("POST", "/v1/jobs", "{}").statusCode()).isEqualTo(401);
    assertThat(service.get("/v1/jobs").statusCode()).isEqualTo(401);
    assertThat(service.get("/v1/jobs/x").statusCode()).isEqualTo(401);
    assertThat(service.get("/v1/jobs/x/result").statusCode()).isEqualTo(401);
    assertThat(service.send("DELETE", "/v1/jobs/x", "{}").statusCode()).isEqualTo(401);
  }

  private static void awaitOver(String path) throws InterruptedException {
    service.await(() ->
        List.of("COMPLETED", "FAILED")
            .contains(json(admin("GET", path, "")).at("/status").asString()));
  }

  private static List<String> jobs() {
    return json(admin("GET", "/v1/jobs", "")).findValuesAsString("id");
  }

  private static Path jobDirectory(String id) {
    return directory.resolve("data/jobs").resolve(id);
  }

  private static HttpResponse<String> batch(String body) {
    return service.admin("POST", "/v1/recommendations:batch", NDJSON, body);
  }

  private static HttpResponse<String> admin(String method, String path, String body) {
    return service.admin(method, path, NDJSON, body);
  }

  private static String requests(int lines) {
    StringBuilder text = new StringBuilder();
    IntStream.range(0, lines)
        .mapToObj(n -> request(n).replaceFirst("\\{", "{\"id\":\"u-" + n + "\","))
        .forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  private static String request(int n) {
    List<String> items = TestReleases.items();
    return "{\"history\":[{\"item\":\"%s\"},{\"item\":\"%s\"}],\"k\":%d}"
        .formatted(items.get(n % items.size()), items.get((7 * n + 3) % items.size()), 1 + n % 20);
  }

  private static List<JsonNode> answers(String ndjson) {
    return ndjson.lines().map(line -> JsonMapper.shared().readTree(line)).toList();
  }
}
