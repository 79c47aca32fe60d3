package io.privirec.recommender;

import static io.privirec.recommender.TestReleases.item;
import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.fuzz.http.FuzzTarget;
import io.privirec.fuzz.http.HttpFuzz;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Thousands of malformed and of right requests against a recommender with a release.
class HttpFuzzIT {
  private static final long HEAP_MARGIN = 32L << 20;
  private static final int LEAST_CODES = 8;

  private static final String EXPERIMENT =
      """
      {"salt": "s", "arms": [{"name": "one", "model": "r-1", "weight": 1},
                             {"name": "two", "model": "r-1", "weight": 3}]}\
      """;

  @RegisterExtension
  final RunningRecommender service =
      RunningRecommender.serving(1)
          .with("--privirec.recommender.batch.max-jobs=2000", "--privirec.recommender.exact=true");

  @Test
  void everyOperation_malformedRequests_areDeclaredProblemsAndLeaveNothing() throws Exception {
    String asked = "{\"history\":[{\"item\":\"%s\"}],\"k\":5}".formatted(item(3));
    String before = service.recommend(asked).at("/items").toString();
    HttpFuzz fuzz = new HttpFuzz(target(asked));
    fuzz.warmUp();
    forgetWhatWasAccepted();
    Set<String> filesBefore = files();
    long heapBefore = HttpFuzz.liveHeap();

    Map<String, Integer> accepted = fuzz.run("recommender", LEAST_CODES);

    assertThat(accepted)
        .as("right bodies that a handler took")
        .containsKeys(
            "PUT /v1/items/{id}",
            "POST /v1/items:bulk",
            "POST /v1/jobs",
            "POST /v1/recommendations",
            "POST /v1/recommendations:batch",
            "PUT /v1/experiments/{name}");
    forgetWhatWasAccepted();
    long heapGrowth = HttpFuzz.liveHeap() - heapBefore;
    System.out.printf("http fuzz: recommender, heap %+d KB%n", heapGrowth >> 10);
    assertThat(heapGrowth).as("growth of the heap").isLessThan(HEAP_MARGIN);
    assertThat(files()).isEqualTo(filesBefore);
    assertThat(service.recommend(asked).at("/items").toString()).isEqualTo(before);
  }

  /// Metadata and jobs that were right after all; with them gone, all must be as before.
  private void forgetWhatWasAccepted() {
    for (int number : new int[] {0, 1, 7}) {
      service.admin("DELETE", "/v1/items/" + item(number)).is(204);
    }
    for (String job : service.admin("GET", "/v1/jobs").texts("id")) {
      service.admin("DELETE", "/v1/jobs/" + job).is(204);
    }
  }

  private FuzzTarget target(String asked) {
    String full =
        "{\"history\":[{\"item\":\"%s\",\"weight\":2.0}],\"k\":7,\"offset\":2,\"exclude\":[\"%s\"],"
                .formatted(item(1), item(5))
            + "\"explain\":true}";
    String chosen =
        "{\"history\":[],\"context\":[{\"item\":\"%s\"}],\"diversity\":{\"lambda\":0.5,"
                .formatted(item(1))
            + "\"categoryCap\":2},\"filter\":{\"category\":{\"anyOf\":[\"x\"],\"allOf\":[\"x\"],"
            + "\"noneOf\":[\"y\"]},\"availableAt\":\"2026-06-01T12:00:00Z\"}}";
    return new FuzzTarget(
        service.port(),
        RunningRecommender.ADMIN_TOKEN,
        Map.of(),
        Map.ofEntries(
            Map.entry("id", List.of(item(0), item(7))),
            Map.entry("item", List.of(item(0), item(1), item(7))),
            Map.entry("items", List.of(item(1), item(2), item(7))),
            Map.entry("exclude", List.of(item(1), item(5))),
            Map.entry("include", List.of(item(4), item(5), item(6))),
            Map.entry("job", List.of("0f8fad5bd9cb469fa165708671b5a3c1")),
            Map.entry("category", List.of("x")),
            Map.entry("categories", List.of("x", "y")),
            Map.entry("anyOf", List.of("x")),
            Map.entry("allOf", List.of("x")),
            Map.entry("noneOf", List.of("y")),
            Map.entry("version", List.of("r-1")),
            Map.entry("model", List.of("r-1")),
            Map.entry("name", List.of("first", "second")),
            Map.entry("experiment", List.of("first")),
            Map.entry("k", List.of("3")),
            Map.entry("offset", List.of("1")),
            Map.entry("code", List.of("unknown-item"))),
        Map.of(
            "recommend", List.of(bytes(asked), bytes(full), bytes(chosen)),
            "score", List.of(bytes("{\"history\":[],\"items\":[\"%s\"]}".formatted(item(2)))),
            "similarToItems", List.of(bytes("{\"items\":[\"%s\"],\"k\":3}".formatted(item(2)))),
            "putItem",
                List.of(
                    bytes("{\"categories\":[\"x\"],\"availableUntil\":\"2100-01-01T00:00:00Z\"}")),
            "putItems",
                List.of(bytes("{\"item\":\"q\",\"categories\":[\"x\"]}\n{\"item\":\"r\"}\n")),
            "recommendBatch", List.of(bytes(asked + "\n" + full)),
            "createJob", List.of(bytes(asked + "\n" + full)),
            "putExperiment", List.of(bytes(EXPERIMENT))),
        Map.of(
            "recommend", "RecommendationRequest",
            "score", "ScoresRequest",
            "similarToItems", "SimilarItemsRequest",
            "putItem", "ItemMetadata",
            "putItems", "ItemMetadataLine",
            "recommendBatch", "RecommendationRequest",
            "createJob", "RecommendationRequest",
            "putExperiment", "ExperimentRequest"),
        List.of(service.published().getParent().toString()));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// Without those of the database server.
  private Set<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(service.data())) {
      return all.filter(file -> Files.isRegularFile(file))
          .map(file -> service.data().relativize(file).toString())
          .filter(file -> !file.startsWith("postgres"))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
