package io.privirec.recommender;

import static io.privirec.recommender.RunningRecommender.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which models answer batches and jobs. */
class BatchModelsTest {
  private static final String NDJSON = "application/x-ndjson";
  private static final String BATCH = "/v1/recommendations:batch";
  private static final String LINE = "{\"history\":[]}\n";

  @TempDir static Path published;
  @TempDir static Path data;
  private static TestCoordinator coordinator;
  private static RunningRecommender service;

  @BeforeAll
  static void start() throws Exception {
    coordinator = new TestCoordinator();
    coordinator.publish(TestReleases.write(published, 1));
    service = RunningRecommender.start(data, coordinator.uri());
    service.awaitModel("r-1");
    coordinator.publish(TestReleases.write(published, 2));
    service.awaitModel("r-2");
    HttpResponse<String> experiment =
        service.admin(
            "PUT",
            "/v1/experiments/first",
            """
            {"salt": "s", "arms": [{"name": "old", "model": "r-1", "weight": 1},
                                   {"name": "new", "model": "r-2", "weight": 1}]}\
            """);
    assertThat(experiment.statusCode()).as(experiment.body()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    service.close();
    coordinator.close();
  }

  private static List<JsonNode> batch(String query, String lines) {
    HttpResponse<String> answer = service.admin("POST", BATCH + query, NDJSON, lines);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answers(answer.body());
  }

  private static List<JsonNode> answers(String ndjson) {
    return ndjson.lines().map(line -> JsonMapper.shared().readTree(line)).toList();
  }

  private static String refusal(String path) {
    HttpResponse<String> answer = service.admin("POST", path, NDJSON, LINE);
    return answer.statusCode()
        + " "
        + json(answer).at("/code").asString()
        + " "
        + json(answer).at("/errors/0/pointer").asString();
  }

  @Test
  void batch_asksTheModelItNames_elseTheActiveOne() {
    assertThat(batch("", LINE + LINE).getLast().at("/answer/modelVersion").asString())
        .isEqualTo("r-2");
    assertThat(batch("?model=r-1", LINE + LINE))
        .allSatisfy(
            line -> assertThat(line.at("/answer/modelVersion").asString()).isEqualTo("r-1"));
  }

  @Test
  void batchOrJob_ofAModelOrExperimentThatIsNotThere_isRefusedAsAWhole() {
    for (String path : new String[] {BATCH, "/v1/jobs"}) {
      assertThat(refusal(path + "?model=r-9")).isEqualTo("404 unknown-model /model");
      assertThat(refusal(path + "?experiment=third"))
          .isEqualTo("404 unknown-experiment /experiment");
    }
    assertThat(json(service.admin("GET", "/v1/jobs"))).isEmpty();
  }

  @Test
  void linesWithSubjects_belongToTheArms_thatSingleRequestsBelongTo() {
    StringBuilder lines = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      lines.append("{\"id\":\"i\",\"subject\":\"s-%d\",\"history\":[]}\n".formatted(n));
      JsonNode alone =
          json(
              service.send(
                  "POST", "/v1/recommendations", "{\"history\":[]}", "PriviRec-Subject", "s-" + n));
      expected.add(alone.at("/arm").asString() + " " + alone.at("/modelVersion").asString());
    }
    assertThat(expected).contains("old r-1", "new r-2");
    for (String query : new String[] {"", "?experiment=first"}) {
      List<JsonNode> answers = batch(query, lines.toString());
      assertThat(answers)
          .extracting(line ->
              line.at("/answer/arm").asString() + " " + line.at("/answer/modelVersion").asString())
          .isEqualTo(expected);
      assertThat(answers.getFirst().at("/answer/experiment").asString()).isEqualTo("first");
    }
    assertThat(batch("?model=r-1", lines.toString()))
        .allSatisfy(line -> assertThat(line.at("/answer").has("arm")).isFalse());
  }

  @Test
  void lineWithoutOrWithABadSubject_hasAProblemInItsPlace() {
    List<JsonNode> answers =
        batch(
            "?experiment=first",
            LINE
                + "{\"subject\":\"with space\",\"history\":[]}\n"
                + "{\"subject\":7,\"history\":[]}\n"
                + "{\"subject\":\"good\",\"history\":[]}\n");
    for (JsonNode line : answers.subList(0, 3)) {
      assertThat(line.at("/problem/code").asString()).isEqualTo("invalid-value");
      assertThat(line.at("/problem/errors/0/pointer").asString()).isEqualTo("/subject");
    }
    assertThat(answers.get(3).at("/answer/arm").isString()).isTrue();
  }

  @Test
  void job_asksTheModelItNames() throws Exception {
    HttpResponse<String> created =
        service.admin("POST", "/v1/jobs?model=r-1", NDJSON, LINE.repeat(3));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(202);
    String path = created.headers().firstValue("Location").orElseThrow();
    service.await(
        () -> json(service.admin("GET", path)).at("/status").asString().equals("COMPLETED"));
    assertThat(answers(service.admin("GET", path + "/result").body()))
        .hasSize(3)
        .allSatisfy(
            line -> assertThat(line.at("/answer/modelVersion").asString()).isEqualTo("r-1"));
    service.admin("DELETE", path);
  }

  @Test
  void lines_countInTheMetricsOfRecommendations() {
    double histories = meter("recommender_history_items_count\\{model=\"gf-cf\"}");
    double popular = meter("recommender_fallback_total\\{model=\"gf-cf\",strategy=\"popular\"}");
    batch("", LINE.repeat(5) + "nonsense\n");
    assertThat(meter("recommender_history_items_count\\{model=\"gf-cf\"}"))
        .isEqualTo(histories + 5);
    assertThat(meter("recommender_fallback_total\\{model=\"gf-cf\",strategy=\"popular\"}"))
        .isEqualTo(popular + 5);
  }

  private static double meter(String pattern) {
    Matcher line =
        Pattern.compile("^" + pattern + " (\\S+)$", Pattern.MULTILINE)
            .matcher(service.get("/actuator/prometheus").body());
    assertThat(line.find()).as(pattern).isTrue();
    return Double.parseDouble(line.group(1));
  }
}
