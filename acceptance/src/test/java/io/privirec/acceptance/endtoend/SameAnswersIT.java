package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.graph.FoldedFilter;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.RankedItems;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.serving.metadata.RequestContext;
import io.privirec.serving.ranking.Recommender;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.BatchRequest;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationAnswer.RankedItem;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.ReleaseManifest;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.UserRecommendationRequest;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// One release, three places: the recommender, the holder's own service and the lab answer every
/// one of 1,000 users alike, scores and reasons to the last bit, whatever the model; in the short
/// form three models, and one user in twelve for each. Rows of the filter are pruned, some
/// histories have weights and some users a basket; histories are none, one item, two, sixteen or
/// two hundred and forty of three hundred.
class SameAnswersIT {
  private static final int K = 50;
  private static final int TOP_N = 40;
  private static final int PARTICIPANTS = 3;

  /// Beside the first ten, each of whom is special in another way, one user in so many is asked
  /// about a model, another one about the next; all, in the long form.
  private static final int SPECIAL = 10;

  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");
  private static final int STRIDE = IS_LONG ? 1 : 12;

  /// Models of folded filters. All are served by the same code; their filters differ.
  private static final List<String> FOLDED =
      IS_LONG
          ? List.of("gf-cf", "spectral", "turbo-cf", "bspm-lm", "bspm-em")
          : List.of("gf-cf", "bspm-em");

  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir private Path home;
  private final UnevenUsers users = new UnevenUsers();
  private final LocalEvaluation lab = new LocalEvaluation(new TestUsers(users.dataset()));
  private RecommenderClient recommender;
  private HomeService holder;
  private ReleaseDownloader releases;
  private int compared;

  @Test
  void answers_ofServiceHomeAndLab_areTheSameBits() throws Exception {
    try (TestServices services = new TestServices(1);
        ReleaseDownloader downloader = services.releases(home.resolve("releases"));
        RecommenderClient client = services.startRecommender()) {
      recommender = client;
      releases = downloader;
      holder = new HomeService(services);
      Cohort cohort = services.enrol(users.dataset().itemIds(), PARTICIPANTS, Cells.ONE);
      for (int p = 0; p < PARTICIPANTS; p++) {
        services
            .deployment()
            .clientOf(p)
            .importInteractions(cohort.ids().get(p), users.csv(p, PARTICIPANTS));
      }
      everyModel(services, cohort.ids());
    }
  }

  private void everyModel(TestServices services, List<String> cohort) throws Exception {
    // First: at home a model of popularity does not take the place of one that knows histories.
    compare(session(services, "item-degrees", "{\"minSupport\": 1}", cohort), "popularity");
    for (String model : FOLDED) {
      String type =
          switch (model) {
            case "bspm-lm" -> "{\"type\": \"bspm\"}";
            case "bspm-em" -> "{\"type\": \"bspm\", \"process\": {\"merge\": \"early\"}}";
            default -> "{\"type\": \"%s\"}".formatted(model);
          };
      String parameters =
          """
          {"factors": {"k": 12}, "topN": %d, "minSupport": 1, "model": %s}\
          """
              .formatted(TOP_N, type);
      compare(session(services, "privirec-k", parameters, cohort), model);
    }
  }

  private static SessionView session(
      TestServices services, String algorithm, String parameters, List<String> cohort)
      throws Exception {
    String request =
        """
        {"algorithm": "%s", "noise": "none", "parameters": %s, "cohort": %s}\
        """
            .formatted(algorithm, parameters, JSON.writeValueAsString(cohort));
    String id = services.coordinator().start(JSON.readValue(request, SessionRequest.class)).id();
    return services.await(id, session -> session.releaseId() != null);
  }

  /// Asks for users in each place.
  private void compare(SessionView session, String model) throws Exception {
    VerifiedRelease release = releases.fetch(String.valueOf(session.releaseId()));
    String version = release.manifest().releaseId();
    assertThat(release.manifest().model().name()).isEqualTo(model);
    awaitModel(version);
    Path file = release.directory().resolve(ReleaseManifest.FILTER);
    boolean isPopularity = model.equals("popularity");
    RankedItems[] lists = isPopularity ? lab.popularItems() : lab.foldedItems(file);
    Map<Integer, RecommendationAnswer> home = batchAtHome();
    Map<Integer, RecommendationAnswer> weighted = weightedBatch(version);
    try (Recommender verified = Recommender.open(release);
        Filter filter = isPopularity ? null : new Filter(file, model)) {
      int turn = compared++ % STRIDE;
      for (int user = 0; user < users.count(); user++) {
        if (user >= SPECIAL && user % STRIDE != turn) {
          continue;
        }
        RecommendationRequest stored = users.stored(user, K);
        RecommendationAnswer expected = verified.recommend(stored, RequestContext.PLAIN);
        assertThat(expected.items()).as(model).hasSize(K);
        assertServed(stored, expected, model);
        assertThat(
                comparable(home.containsKey(user) ? home.get(user) : atHomeAlone(user, expected)))
            .as("%s: at home", model)
            .isEqualTo(comparable(expected));
        if (stored.context() == null) {
          assertListed(lists[user], expected, model);
        }
        if (filter != null) {
          filter.assertScores(user, stored, expected);
        }
        if (weighted.containsKey(user)) {
          RecommendationRequest other = users.weighted(user, K).orElseThrow();
          RecommendationAnswer otherExpected = verified.recommend(other, RequestContext.PLAIN);
          assertThat(comparable(weighted.get(user)))
              .as("%s: recommender, weighted", model)
              .isEqualTo(comparable(otherExpected));
          if (filter != null) {
            filter.assertScores(user, other, otherExpected);
          }
        }
      }
    }
  }

  /// Of those with weights, from the recommender.
  private Map<Integer, RecommendationAnswer> weightedBatch(String version) throws Exception {
    List<BatchRequest> requests = new ArrayList<>();
    for (int user = 0; user < users.count(); user++) {
      String id = String.valueOf(user);
      users.weighted(user, K).ifPresent(request -> requests.add(new BatchRequest(id, request)));
    }
    try (Stream<BatchAnswer> answers =
        recommender.recommend(requests, ModelChoice.version(version))) {
      Map<Integer, RecommendationAnswer> all =
          answers.collect(
              Collectors.toMap(line -> Integer.valueOf(line.id()), BatchAnswer::answer));
      assertThat(all).hasSameSizeAs(requests);
      return all;
    }
  }

  /// Of those without a basket whom the holder knows.
  private Map<Integer, RecommendationAnswer> batchAtHome() throws Exception {
    Map<String, UserRecommendationRequest> asked = new LinkedHashMap<>();
    for (int user = 0; user < users.count(); user++) {
      if (users.asked(user, K).context() == null && !users.isUnknown(user)) {
        asked.put(users.dataset().userIds().get(user), users.asked(user, K));
      }
    }
    return holder.recommend(asked).entrySet().stream()
        .collect(
            Collectors.toMap(
                each -> users.dataset().userIds().indexOf(each.getKey()), Map.Entry::getValue));
  }

  private void assertServed(
      RecommendationRequest request, RecommendationAnswer expected, String model) throws Exception {
    ModelChoice choice = ModelChoice.version(expected.modelVersion());
    assertThat(comparable(recommender.recommend(request, choice)))
        .as("%s: recommender", model)
        .isEqualTo(comparable(expected));
  }

  private RecommendationAnswer atHomeAlone(int user, RecommendationAnswer expected)
      throws Exception {
    if (users.isUnknown(user)) {
      // Nobody's history is none; what is popular is told to everybody.
      return holder.popular(expected.items().size());
    }
    return holder.recommend(users.dataset().userIds().get(user), users.asked(user, K));
  }

  /// What the lab makes its numbers from.
  private void assertListed(RankedItems listed, RecommendationAnswer expected, String model) {
    List<RankedItem> head = expected.items().subList(0, listed.items().length);
    assertThat(Arrays.stream(listed.items()).mapToObj(users.dataset().itemIds()::get))
        .as("%s: items in the lab", model)
        .containsExactlyElementsOf(head.stream().map(RankedItem::item).toList());
    assertThat(bits(listed.scores()))
        .as("%s: scores in the lab", model)
        .containsExactlyElementsOf(
            head.stream().map(item -> Float.floatToRawIntBits(item.score())).toList());
  }

  private static List<Integer> bits(float[] scores) {
    return IntStream.range(0, scores.length)
        .mapToObj(n -> Float.floatToRawIntBits(scores[n]))
        .toList();
  }

  /// All but how long it took. Floats are equal here where their bits are.
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

  /// In both services.
  private void awaitModel(String release) throws Exception {
    TestServices.awaitModel(recommender, release);
    holder.awaitModel(release);
  }

  /// F read entry by entry: the sum in ascending order of items, each step rounded to a float.
  private final class Filter implements AutoCloseable {
    private final FoldedFilter entries;
    private final String model;

    Filter(Path file, String model) throws IOException {
      this.entries = FoldedFilter.open(file);
      this.model = model;
      assertThat(IntStream.range(0, entries.items()).map(entries::rowLength).max())
          .as("%s: rows are pruned", model)
          .hasValue(TOP_N);
    }

    void assertScores(int user, RecommendationRequest request, RecommendationAnswer answer) {
      float[] weights = users.weights(request);
      for (RankedItem ranked : answer.items()) {
        int item = users.dataset().itemIds().indexOf(ranked.item());
        float score = 0;
        for (int source = 0; source < weights.length; source++) {
          score += weights[source] * entries.contribution(source, item);
        }
        if (!answer.strategy().equals("popular")) {
          assertThat(ranked.score()).as("%s: score for user %d", model, user).isEqualTo(score);
        }
      }
    }

    @Override
    public void close() {
      entries.close();
    }
  }
}
