package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/// Batches over HTTP: what is answered in which order, and by which models.
class BatchTest {
  private static final String BATCH = "/v1/recommendations:batch";
  private static final String LINE = "{\"history\":[]}\n";

  @RegisterExtension static final RunningRecommender service = RunningRecommender.serving(1, 2);

  @BeforeAll
  static void compare() {
    String arms =
        """
        {"salt": "s", "arms": [{"name": "old", "model": "r-1", "weight": 1},
                               {"name": "new", "model": "r-2", "weight": 1}]}\
        """;
    service.admin("PUT", "/v1/experiments/first", arms).is(201);
  }

  private static Answer batch(String lines) {
    return service.ndjson(BATCH, lines);
  }

  private static List<JsonNode> batch(String query, String lines) {
    return service.ndjson(BATCH + query, lines).is(200).lines();
  }

  private static String text(JsonNode line, String pointer) {
    return line.at(pointer).asString("");
  }

  /// Lines of different requests, called u-0, u-1, ….
  static String requests(int lines) {
    return IntStream.range(0, lines)
        .mapToObj(n -> request(n).replaceFirst("\\{", "{\"id\":\"u-" + n + "\","))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  static String request(int n) {
    List<String> items = TestReleases.items();
    return "{\"history\":[{\"item\":\"%s\"},{\"item\":\"%s\"}],\"k\":%s}"
        .formatted(items.get(n % items.size()), items.get((7 * n + 3) % items.size()), 1 + n % 20);
  }

  @Test
  void batch_isAnsweredInOrder_asEachLineAlone() {
    int lines = 1_000;
    Answer answer = batch(requests(lines)).is(200);
    assertThat(answer.header("Content-Type")).startsWith("application/x-ndjson");
    List<JsonNode> answers = answer.lines();
    assertThat(answers).hasSize(lines);
    for (int n = 0; n < lines; n++) {
      assertThat(answers.get(n).at("/line").asInt()).isEqualTo(n + 1);
      assertThat(text(answers.get(n), "/id")).isEqualTo("u-" + n);
    }
    for (int n = 0; n < lines; n += 97) {
      assertThat(answers.get(n).at("/answer/items"))
          .isEqualTo(service.recommend(request(n)).at("/items"));
    }
  }

  @Test
  void badLines_haveAProblemInTheirPlace_andTheOthersAnAnswer() {
    String lines =
        """
        {"history":[],"k":1}
        {"id":"mine","history":[],"k":0}

        nonsense
        []
        {"id":7,"history":[]}
        {"history":[],"fallback":"%s"}
        {"history":[],"colour":1}
        {"history":[],"k":1}
        """
            .formatted("x".repeat(1 << 20));
    List<JsonNode> answers = batch("", lines);
    assertThat(answers)
        .extracting(answer -> answer.at("/line").asInt() + text(answer, "/problem/code"))
        .containsExactly(
            "1",
            "2invalid-value",
            "4malformed-request",
            "5malformed-request",
            "6invalid-value",
            "7malformed-request",
            "8malformed-request",
            "9");
    assertThat(text(answers.get(1), "/id")).isEqualTo("mine");
    assertThat(text(answers.get(1), "/problem/errors/0/pointer")).isEqualTo("/k");
    assertThat(text(answers.get(4), "/problem/errors/0/pointer")).isEqualTo("/id");
    assertThat(answers.getLast().at("/answer/items")).hasSize(1);
  }

  @Test
  void batch_thatIsTooLargeOrEmpty_isRefusedAsAWhole() {
    batch(requests(1_001)).isProblem(413, "payload-too-large");
    batch("\n \n").isProblem(422, "empty-dataset");
  }

  @Test
  void batch_asksTheModelItNames_elseTheActiveOne() {
    assertThat(text(batch("", LINE + LINE).getLast(), "/answer/modelVersion")).isEqualTo("r-2");
    assertThat(batch("?model=r-1", LINE + LINE))
        .allSatisfy(line -> assertThat(text(line, "/answer/modelVersion")).isEqualTo("r-1"));
  }

  @Test
  void batchOrJob_ofAModelOrExperimentThatIsNotThere_isRefusedAsAWhole() {
    for (String path : new String[] {BATCH, "/v1/jobs"}) {
      service.ndjson(path + "?model=r-9", LINE).isProblem(404, "unknown-model", "/model");
      service
          .ndjson(path + "?experiment=third", LINE)
          .isProblem(404, "unknown-experiment", "/experiment");
    }
    assertThat(service.admin("GET", "/v1/jobs").json()).isEmpty();
  }

  @Test
  void linesWithSubjects_belongToTheArms_thatSingleRequestsBelongTo() {
    StringBuilder lines = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      lines.append("{\"id\":\"i\",\"subject\":\"s-%s\",\"history\":[]}\n".formatted(n));
      Answer alone =
          service.send("POST", "/v1/recommendations", LINE, "PriviRec-Subject", "s-" + n);
      expected.add(alone.text("/arm") + " " + alone.text("/modelVersion"));
    }
    assertThat(expected).contains("old r-1", "new r-2");
    for (String query : new String[] {"", "?experiment=first"}) {
      List<JsonNode> answers = batch(query, lines.toString());
      assertThat(answers)
          .extracting(line -> text(line, "/answer/arm") + " " + text(line, "/answer/modelVersion"))
          .isEqualTo(expected);
      assertThat(text(answers.getFirst(), "/answer/experiment")).isEqualTo("first");
    }
    assertThat(batch("?model=r-1", lines.toString()))
        .allSatisfy(line -> assertThat(line.at("/answer").has("arm")).isFalse());
  }

  @Test
  void lineWithoutOrWithABadSubject_hasAProblemInItsPlace() {
    String lines =
        """
        {"history":[]}
        {"subject":"with space","history":[]}
        {"subject":7,"history":[]}
        {"subject":"good","history":[]}
        """;
    List<JsonNode> answers = batch("?experiment=first", lines);
    for (JsonNode line : answers.subList(0, 3)) {
      assertThat(text(line, "/problem/code")).isEqualTo("invalid-value");
      assertThat(text(line, "/problem/errors/0/pointer")).isEqualTo("/subject");
    }
    assertThat(answers.get(3).at("/answer/arm").isString()).isTrue();
  }

  @Test
  void job_asksTheModelItNames() {
    Answer created = service.ndjson("/v1/jobs?model=r-1", LINE.repeat(3));
    assertThat(service.awaitJob(created).at("/status").asString()).isEqualTo("COMPLETED");
    String path = created.header("Location");
    assertThat(service.admin("GET", path + "/result").lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(text(line, "/answer/modelVersion")).isEqualTo("r-1"));
    service.admin("DELETE", path);
  }

  @Test
  void lines_countInTheMetricsOfRecommendations() {
    String histories = "recommender_history_items_count\\{model=\"gf-cf\"}";
    String popular = "recommender_fallback_total\\{model=\"gf-cf\",strategy=\"popular\"}";
    batch("", LINE);
    double historiesBefore = meter(histories);
    double popularBefore = meter(popular);
    batch("", LINE.repeat(5) + "nonsense\n");
    assertThat(meter(histories)).isEqualTo(historiesBefore + 5);
    assertThat(meter(popular)).isEqualTo(popularBefore + 5);
  }

  private static double meter(String pattern) {
    Matcher line =
        Pattern.compile("^" + pattern + " (\\S+)$", Pattern.MULTILINE).matcher(service.scrape());
    assertThat(line.find()).as(pattern).isTrue();
    return Double.parseDouble(line.group(1));
  }
}
