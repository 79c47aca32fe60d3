package io.privirec.lab.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader;
import io.privirec.lab.http.AdminToken;
import io.privirec.lab.http.CoordinatorApi;
import io.privirec.serving.Moment;
import io.privirec.serving.Recommender;
import io.privirec.serving.ReleaseDownloader;
import io.privirec.serving.ReleaseStore;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * One release, three places: the recommender, the holder's own service and the lab answer every one
 * of 1,000 users alike, scores and reasons to the last bit, whatever the model.
 */
class SameAnswersIT {
  private static final int USERS = 1_000;
  private static final int K = 50;
  private static final int PARTICIPANTS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path home;
  private Dataset data;
  private LabRun run;
  private AdminToken holder;
  private ReleaseDownloader releases;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void answers_ofServiceHomeAndLab_areTheSameBits() throws Exception {
    Path file = GroupedData.write(home.resolve("shop.csv"), USERS, 240);
    data = DatasetReader.read(file);
    assertThat(data.users()).isEqualTo(USERS);
    List<String> start = List.of("--data=" + file, "--participants=" + PARTICIPANTS, "--k=12");
    try (LabRun running = LabRun.start(home, start)) {
      run = running;
      run.awaitOutput(Pattern.compile("^Serving", Pattern.MULTILINE));
      holder =
          new AdminToken(
              Files.readString(run.runDirectory().resolve("client-1-admin-token")).strip());
      try (CoordinatorApi coordinator = run.coordinator()) {
        PublicIdentityKey key = PublicIdentityKey.parse(coordinator.info().publicKey());
        ReleaseStore store = ReleaseStore.open(home.resolve("releases"), key);
        releases = new ReleaseDownloader(run.uri(0), store);
        try (ReleaseDownloader _ = releases) {
          everyModel(coordinator);
        }
      }
    }
  }

  private void everyModel(CoordinatorApi coordinator) throws Exception {
    compare(coordinator.sessions().getFirst(), "gf-cf", true);
    for (String model : List.of("spectral", "turbo-cf", "bspm-lm", "bspm-em")) {
      SessionView session =
          session(
              coordinator,
              "{'algorithm': 'privirec-k', 'parameters': {'k': 12, 'model': '%s'}}"
                  .formatted(model));
      compare(session, model, true);
    }
    // At home a model of popularity does not take the place of one that knows histories.
    compare(
        session(coordinator, "{'algorithm': 'item-degrees', 'parameters': {}}"),
        "item-degrees",
        false);
  }

  private static SessionView session(CoordinatorApi coordinator, String request) throws Exception {
    String id =
        coordinator.start(JSON.readValue(request.replace('\'', '"'), SessionRequest.class)).id();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      SessionView session = coordinator.session(id);
      if (session.releaseId() != null) {
        return session;
      }
      assertThat(System.nanoTime()).as("%s", session.status()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  /** Asks for every user in each place. */
  private void compare(SessionView session, String model, boolean atHome) throws Exception {
    String release = String.valueOf(session.releaseId());
    awaitModel(release, atHome);
    try (Recommender lab = Recommender.open(releases.fetch(release))) {
      for (int user = 0; user < USERS; user++) {
        RecommendationRequest request = request(user);
        RecommendationAnswer expected = lab.recommend(request, Moment.PLAIN);
        assertThat(expected.items()).as(model).hasSize(K);
        assertThat(comparable(served(request, release)))
            .as("%s: recommender", model)
            .isEqualTo(comparable(expected));
        if (atHome) {
          assertThat(comparable(atHome(user)))
              .as("%s: at home", model)
              .isEqualTo(comparable(expected));
        }
      }
    }
  }

  /** All but how long it took. Floats are equal here where their bits are. */
  private static List<Object> comparable(RecommendationAnswer answer) {
    return Arrays.asList(
        answer.modelVersion(),
        answer.filterHash(),
        answer.strategy(),
        answer.items(),
        answer.ignoredItems(),
        answer.filtered(),
        answer.nextOffset());
  }

  private RecommendationRequest request(int user) {
    List<HistoryItem> history =
        Arrays.stream(data.train().row(user))
            .mapToObj(item -> new HistoryItem(data.itemIds().get(item), null))
            .toList();
    return new RecommendationRequest(
        history, K, null, null, null, null, true, null, null, null, null);
  }

  private RecommendationAnswer served(RecommendationRequest request, String release)
      throws Exception {
    return answer(
        HttpRequest.newBuilder(run.uri(1).resolve("/v1/recommendations?model=" + release))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(request))));
  }

  private RecommendationAnswer atHome(int user) throws Exception {
    String path =
        "/v1/users/%s/recommendations?k=%d&explain=true".formatted(data.userIds().get(user), K);
    return answer(
        HttpRequest.newBuilder(run.uri(2).resolve(path))
            .header("Authorization", "Bearer " + holder.value()));
  }

  private RecommendationAnswer answer(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return JSON.readValue(response.body(), RecommendationAnswer.class);
  }

  private void awaitModel(String release, boolean atHome) throws Exception {
    URI models = run.uri(1).resolve("/v1/models/" + release);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (http.send(HttpRequest.newBuilder(models).build(), BodyHandlers.discarding()).statusCode()
            != 200
        || (atHome && !atHome(0).modelVersion().equals(release))) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
