package io.privirec.lab.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.lab.http.ClientApi;
import io.privirec.lab.run.Cells;
import io.privirec.lab.run.Cohort;
import io.privirec.lab.run.ImportFile;
import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.AlsParameters;
import io.privirec.wire.algorithm.BoundedFitParameters;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.DpialsParameters.ItemFeatures;
import io.privirec.wire.algorithm.IalsParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.client.ModelChoice;
import io.privirec.wire.client.RecommenderClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code als} and {@code ials} over real services: ratings that holders import end in the vectors
 * that all data in one place gives, and the recommender folds posted histories in. {@code dpals}
 * the same way, whose sums carry noise.
 */
class LeastSquaresIT {
  private static final int PARTICIPANTS = 3;
  private static final int USERS = 60;
  private static final int ITEMS = 30;
  private static final int RANK = 4;
  private static final int STEPS = 3;
  private static final int MIN_SUPPORT = 5;
  private static final long SEED = 11;

  /** Sixty users are few: what noise leaves of them is allowed here. */
  private static final Map<String, String> MUCH_OF_ALL =
      Map.of("privirec.coordinator.privacy.max-epsilon", "200");

  private static final Map<String, String> MUCH_OF_EACH =
      Map.of(
          "privirec.client.privacy.max-epsilon",
          "200",
          "privirec.client.privacy.max-epsilon-per-sum",
          "100");

  @TempDir private Path home;
  private final Dataset dataset = ratings();

  @Test
  void session_overRatings_publishesVectorsThatServeHistories() throws Exception {
    try (TestServices services = new TestServices(1, MUCH_OF_ALL, MUCH_OF_EACH);
        ReleaseDownloader releases = services.releases(home.resolve("releases"));
        RecommenderClient recommender = services.startRecommender()) {
      Cohort cohort = services.enrolOver(catalogue(), PARTICIPANTS, Cells.ONE);
      for (int p = 0; p < PARTICIPANTS; p++) {
        ImportFile file = new ImportFile(dataset);
        for (int user = p; user < USERS; user += PARTICIPANTS) {
          file.addKnown(user);
        }
        services.deployment().clientOf(p).importInteractions(cohort.ids().get(p), file.bytes());
      }
      check(
          session(
              services, cohort, new AlsParameters(RANK, STEPS, .08, 1.0, 5.0, MIN_SUPPORT, SEED)),
          new LeastSquares.Explicit(RANK, .08, 1, 5),
          releases,
          recommender);
      check(
          session(services, cohort, new IalsParameters(RANK, STEPS, 2.0, .2, MIN_SUPPORT, SEED)),
          new LeastSquares.Implicit(RANK, 2, .2),
          releases,
          recommender);
      servesWithPrivacy(services, cohort, releases, recommender);
      servesWithFeatures(services, cohort, releases, recommender);
    }
  }

  /** Every third item is in no category. */
  private List<CatalogueItem> catalogue() {
    return IntStream.range(0, ITEMS)
        .mapToObj(item ->
            new CatalogueItem(
                dataset.itemIds().get(item),
                null,
                item % 3 == 0 ? List.of() : List.of(item % 3 == 1 ? "film" : "series", "screen")))
        .toList();
  }

  /** The plan says what is public of items, and a release has it, bound by its manifest. */
  private void servesWithFeatures(
      TestServices services,
      Cohort cohort,
      ReleaseDownloader releases,
      RecommenderClient recommender)
      throws Exception {
    var privacy = new PrivacyParameters(80., 1e-6, null, ITEMS, 1, "closed");
    var fit = new BoundedFitParameters(null, 2, 2, 1., null, null, null);
    var asked =
        new DpialsParameters("ml-1m-eps-20", null, new ItemFeatures(null), fit, SEED, privacy);
    var request = new SessionRequest(DpialsParameters.ALGORITHM, asked, cohort.ids(), null, null);
    assertThat(services.coordinator().plan(request).itemFeatures())
        .isEqualTo(new SessionPlan.ItemFeatures(3, ITEMS - ITEMS / 3));
    String id = services.coordinator().start(request).id();
    SessionView session = services.await(id, view -> view.releaseId() != null);
    VerifiedRelease release = releases.fetch(String.valueOf(session.releaseId()));
    assertThat(release.manifest().parameters().toString()).contains("itemFeatures={weight=5.0}");
    CatalogueIndex known = CatalogueIndex.read(release.directory().resolve("catalogue.ndjson"));
    assertThat(IntStream.range(0, ITEMS).mapToObj(known::item).toList()).isEqualTo(catalogue());
    serves(
        ItemFactorsFile.read(release.directory().resolve(ItemFactorsFile.NAME)),
        release.manifest().releaseId(),
        recommender);
  }

  /** Nobody has to be asked: the sums show nothing of anybody that the ledger does not count. */
  private void servesWithPrivacy(
      TestServices services,
      Cohort cohort,
      ReleaseDownloader releases,
      RecommenderClient recommender)
      throws Exception {
    var privacy = new PrivacyParameters(80., 1e-6, null, ITEMS, 1, "closed");
    var fit = new BoundedFitParameters(null, 2, 1, 1., null, null, null);
    var asked = new DpalsParameters("ml-1m-eps-20", null, null, null, null, fit, SEED, privacy);
    String id =
        services
            .coordinator()
            .start(new SessionRequest(DpalsParameters.ALGORITHM, asked, cohort.ids(), null, null))
            .id();
    SessionView session = services.await(id, view -> view.releaseId() != null);
    VerifiedRelease release = releases.fetch(String.valueOf(session.releaseId()));
    assertThat(release.manifest().model().kind()).isEqualTo(ItemFactors.KIND);
    ItemFactors published = ItemFactorsFile.read(release.directory().resolve(ItemFactorsFile.NAME));
    assertThat(published.hasBiases()).isTrue();
    serves(published, release.manifest().releaseId(), recommender);
  }

  private SessionView session(TestServices services, Cohort cohort, AlgorithmParameters parameters)
      throws Exception {
    String algorithm = parameters instanceof AlsParameters ? "als" : "ials";
    String id =
        services
            .coordinator()
            .start(new SessionRequest(algorithm, parameters, cohort.ids(), null, null))
            .id();
    // Nobody takes part by itself.
    List<String> unasked = new ArrayList<>(cohort.ids());
    SessionView session =
        services.await(
            id,
            view -> {
              unasked.removeIf(participant -> approve(services, cohort, participant, id));
              return view.releaseId() != null;
            });
    assertThat(unasked).isEmpty();
    return session;
  }

  private static boolean approve(
      TestServices services, Cohort cohort, String participant, String session) {
    try {
      ClientApi client = services.deployment().clientOf(0);
      boolean asked =
          client.participations(participant).stream()
              .anyMatch(view ->
                  view.sessionId().equals(session) && view.status().equals("AWAITING_APPROVAL"));
      if (asked) {
        client.approve(participant, session, cohort.cells());
      }
      return asked;
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void check(
      SessionView session,
      LeastSquares objective,
      ReleaseDownloader releases,
      RecommenderClient recommender)
      throws Exception {
    VerifiedRelease release = releases.fetch(String.valueOf(session.releaseId()));
    assertThat(release.manifest().model().kind()).isEqualTo(ItemFactors.KIND);
    ItemFactors published = ItemFactorsFile.read(release.directory().resolve(ItemFactorsFile.NAME));
    ItemFactors central =
        AlternatingLeastSquares.fit(objective, dataset.trainRatings(), STEPS, MIN_SUPPORT, SEED);
    assertThat(published.mean()).isCloseTo(central.mean(), within(1e-4));
    assertThat(published.factors().data()).hasSize(ITEMS * RANK);
    for (int n = 0; n < ITEMS * RANK; n++) {
      assertThat(published.factors().data()[n])
          .isCloseTo(central.factors().data()[n], within(2e-3f));
    }
    serves(published, release.manifest().releaseId(), recommender);
  }

  /** Scores of a history with ratings, what its items add to them, and the order of the best. */
  private void serves(ItemFactors model, String version, RecommenderClient recommender)
      throws Exception {
    TestServices.awaitModel(recommender, version);
    ModelChoice choice = ModelChoice.version(version);
    for (int user = 0; user < 5; user++) {
      int[] items = dataset.train().row(user);
      float[] ratings = dataset.trainRatings().row(user);
      float[] ones = new float[items.length];
      Arrays.fill(ones, 1);
      double[] vector = model.fold(items, ratings, ones).user();
      List<HistoryItem> history =
          IntStream.range(0, items.length)
              .mapToObj(
                  n -> new HistoryItem(dataset.itemIds().get(items[n]), null, (double) ratings[n]))
              .toList();
      ScoresAnswer scores =
          recommender.scores(new ScoresRequest(history, null, dataset.itemIds(), true), choice);
      for (int item = 0; item < ITEMS; item++) {
        ScoresAnswer.ItemScore scored = scores.scores().get(item);
        assertThat((double) scored.score())
            .isCloseTo(model.has(item) ? model.score(vector, item) : 0, within(1e-4));
        if (model.has(item)) {
          double parts = scored.because().stream().mapToDouble(part -> part.contribution()).sum();
          assertThat(parts + model.base(item)).isCloseTo(scored.score(), within(1e-4));
        }
      }
      RecommendationAnswer best =
          recommender.recommend(RecommendationRequest.of(history, 3), choice);
      assertThat(best.items())
          .hasSize(3)
          .isSortedAccordingTo((a, b) -> Float.compare(b.score(), a.score()));
    }
  }

  /** Every user rates about a third of the items. */
  private static Dataset ratings() {
    Random random = new Random(7);
    int[] offsets = new int[USERS + 1];
    int[] columns = new int[USERS * ITEMS];
    float[] values = new float[columns.length];
    int count = 0;
    for (int user = 0; user < USERS; user++) {
      for (int item = 0; item < ITEMS; item++) {
        if (random.nextInt(3) == 0) {
          columns[count] = item;
          values[count++] = 1 + random.nextInt(9) / 2f;
        }
      }
      offsets[user + 1] = count;
    }
    InteractionMatrix train =
        InteractionMatrix.of(USERS, ITEMS, offsets, Arrays.copyOf(columns, count));
    InteractionMatrix test = InteractionMatrix.of(USERS, ITEMS, new int[USERS + 1], new int[0]);
    return Dataset.of(
        "ratings",
        IntStream.range(0, USERS).mapToObj("user-%02d"::formatted).toList(),
        IntStream.range(0, ITEMS).mapToObj("item-%02d"::formatted).toList(),
        RatingMatrix.of(train, Arrays.copyOf(values, count)),
        RatingMatrix.of(test));
  }
}
