package io.privirec.recommender;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.ReleaseVerifier;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.json.JsonMapper;

/// Models are exchanged while many ask, and Prometheus does: every answer is whole, and of the
/// model that it names.
class HotSwapTest {
  private static final int ASKERS = 32;
  private static final int CHANGES = Boolean.getBoolean("tests.long") ? 200 : 60;
  private static final int HISTORIES = 8;

  @RegisterExtension final RunningRecommender service = RunningRecommender.serving(1, 2, 3);

  private record Expected(String filterHash, List<List<RankedItem>> items) {}

  @Test
  void modelsExchangedUnderLoad_failNoRequest_andAnswersAreOfTheModelTheyName() throws Exception {
    Map<String, Expected> expected = new HashMap<>();
    for (int n = 1; n <= 3; n++) {
      expected.put("r-" + n, expected(service.published("r-" + n)));
    }
    assertThat(expected.values().stream().map(Expected::filterHash)).doesNotHaveDuplicates();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      AtomicBoolean done = new AtomicBoolean();
      Set<String> answering = ConcurrentHashMap.newKeySet();
      List<Future<Integer>> askers = new ArrayList<>();
      for (int n = 0; n < ASKERS; n++) {
        int first = n;
        askers.add(
            threads.submit(() -> {
              int asked = first;
              while (!done.get()) {
                Answer response = service.recommend(body(asked % HISTORIES)).is(200);
                RecommendationAnswer answer =
                    JsonMapper.shared().readValue(response.body(), RecommendationAnswer.class);
                Expected of = expected.get(answer.modelVersion());
                assertThat(answer.filterHash()).isEqualTo(of.filterHash());
                assertThat(answer.items()).isEqualTo(of.items().get(asked % HISTORIES));
                answering.add(answer.modelVersion());
                asked++;
              }
              return asked - first;
            }));
      }
      Future<Integer> scraper =
          threads.submit(() -> {
            int scrapes = 0;
            while (!done.get()) {
              // A failure has no such line.
              assertThat(service.scrape()).contains("recommender_models_loaded");
              scrapes++;
            }
            return scrapes;
          });
      for (int n = 0; n < CHANGES; n++) {
        change(service, n);
      }
      done.set(true);
      assertThat(scraper.get()).isPositive();
      int answers = 0;
      for (Future<Integer> asker : askers) {
        answers += asker.get();
      }
      assertThat(answers).isGreaterThan(CHANGES);
      assertThat(answering).containsExactlyInAnyOrder("r-1", "r-2", "r-3");
    }
  }

  /// Activates one model after the other, goes back, and unloads and loads the one that rests.
  private static void change(RunningRecommender service, int n) {
    String version = "r-" + (1 + n / 4 % 3);
    String path =
        switch (n % 4) {
          case 0, 2 -> "/v1/models/" + version + ":activate";
          case 1 -> "/v1/models:rollback";
          default -> "/v1/models/r-" + (1 + (n / 4 + 1) % 3) + ":unload";
        };
    Answer answer = service.admin("POST", path);
    if (n % 4 == 1) {
      // Nothing to go back to when the activation before it changed nothing.
      assertThat(answer.status()).isIn(200, 409);
    } else {
      answer.is(200);
    }
    if (n % 4 == 3) {
      String load = path.replace(":unload", ":load");
      assertThat(service.admin("POST", load).at("/models")).hasSize(3);
    }
  }

  private static Expected expected(Path release) throws Exception {
    VerifiedRelease verified =
        ReleaseVerifier.verify(release, TestReleases.COORDINATOR.publicKey());
    try (Recommender recommender = Recommender.open(verified)) {
      List<List<RankedItem>> items = new ArrayList<>();
      for (int n = 0; n < HISTORIES; n++) {
        items.add(
            recommender
                .recommend(JsonMapper.shared().readValue(body(n), RecommendationRequest.class))
                .items());
      }
      return new Expected(verified.filterHash(), items);
    }
  }

  private static String body(int n) {
    return "{\"history\":[{\"item\":\"%s\"},{\"item\":\"%s\"}],\"k\":10}"
        .formatted(TestReleases.item(n), TestReleases.items().get(7 * n + 20));
  }
}
