package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.wire.ItemMetadata;
import io.privirec.wire.ItemMetadataLine;
import io.privirec.wire.ProblemType;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.SimilarItemsRequest;
import io.privirec.wire.client.ProblemAnswerException;
import io.privirec.wire.client.RecommenderClient;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Items whose ids mean something else in a path.
class ItemIdsTest {
  private static final List<String> IDS =
      List.of(
          "a/b",
          "/",
          "//x/",
          "../etc",
          "a/../b",
          "..",
          ".",
          "a;b=c",
          "a%2Fb",
          "50%",
          "a\\b",
          "a?b#c&d",
          "a b+c",
          "\u00fcn\u00ef/\u00e7\u00f8d\u00e9 \ud83c\udfac",
          "a\"b'c",
          "similar",
          "x/similar",
          "{id}");

  @RegisterExtension static final RunningRecommender service = RunningRecommender.notStarted();
  private static RecommenderClient client;

  @BeforeAll
  static void start() throws Exception {
    List<String> catalogue = new ArrayList<>(TestReleases.items());
    for (int n = 0; n < IDS.size(); n++) {
      catalogue.set(n, IDS.get(n));
    }
    service.coordinator().publish(TestReleases.write(service.published(), 1, catalogue));
    service.run();
    client =
        RecommenderClient.at(service.uri("")).adminToken(RunningRecommender.ADMIN_TOKEN).build();
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  /// Paths beside the API have no ids: what frameworks serve there fails on some of them, or logs
  /// them.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/actuator/health/a%2fb",
        "/actuator/health/..%2fb",
        "/swagger-ui/..%2fb",
        "/livez/a%2fb",
        "/problems/a%2fb"
      })
  void strangePath_besideTheApi_isRefused(String path) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          http.send(HttpRequest.newBuilder(service.uri(path)).build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
      assertThat(answer.body()).contains("malformed-request").doesNotContain("a%2f");
    }
  }

  static List<String> ids() {
    return IDS;
  }

  @ParameterizedTest
  @MethodSource("ids")
  void id_inAPath_isTheItem(String id) throws Exception {
    ItemMetadata metadata = new ItemMetadata(List.of("film"), null, null);
    assertThat(client.putItem(id, metadata)).isEqualTo(ItemMetadataLine.of(id, metadata));
    assertThat(client.item(id).item()).isEqualTo(id);
    assertThat(client.popular(1, "film").items()).extracting(RankedItem::item).containsExactly(id);
    client.deleteItem(id);
    assertThatThrownBy(() -> client.item(id))
        .isInstanceOfSatisfying(
            ProblemAnswerException.class,
            e -> assertThat(e.type()).contains(ProblemType.NOT_FOUND));

    assertThat(client.similar(id, 5).items())
        .isNotEmpty()
        .isEqualTo(client.similar(new SimilarItemsRequest(List.of(id), 5, null, null)).items());
  }

  @Test
  void ids_inReasons_areThoseOfTheHistory() throws Exception {
    List<HistoryItem> history = IDS.stream().map(id -> new HistoryItem(id, null)).toList();
    RecommendationAnswer answer =
        client.recommend(
            new RecommendationRequest(
                history, 5, null, null, null, null, true, null, null, null, null));

    assertThat(answer.ignoredItems()).isEmpty();
    assertThat(answer.items())
        .hasSize(5)
        .allSatisfy(item ->
            assertThat(item.because()).isNotEmpty().allMatch(part -> IDS.contains(part.item())));
  }

  @Test
  void id_thatIsNoPath_isADeclaredProblem() {
    for (String path : List.of("/v1/items/..", "/v1/items/../similar", "/v1/items//similar")) {
      var answer = service.admin("GET", path);
      assertThat(answer.text("/code")).as(path).isIn("malformed-request", "not-found");
    }
    // The popular items, not an item of that id.
    assertThat(service.admin("GET", "/v1/items/popular").at("/items").size()).isEqualTo(20);
  }
}
