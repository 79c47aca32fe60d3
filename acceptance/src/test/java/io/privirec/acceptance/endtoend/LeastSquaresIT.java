package io.privirec.acceptance.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.DatasetReader;
import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.ItemFactorScores;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactors.FoldIn;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.lab.SharedData;
import io.privirec.lab.evaluation.LocalEvaluation;
import io.privirec.lab.evaluation.RankedItems;
import io.privirec.lab.evaluation.TestUsers;
import io.privirec.operator.http.ClientApi;
import io.privirec.serving.catalogue.CatalogueIndex;
import io.privirec.serving.release.ReleaseDownloader;
import io.privirec.serving.release.VerifiedRelease;
import io.privirec.stage.deployment.Cells;
import io.privirec.stage.deployment.Cohort;
import io.privirec.stage.deployment.ImportFile;
import io.privirec.wire.BatchAnswer;
import io.privirec.wire.BatchRequest;
import io.privirec.wire.CatalogueItem;
import io.privirec.wire.RecommendationAnswer;
import io.privirec.wire.RecommendationRequest;
import io.privirec.wire.RecommendationRequest.HistoryItem;
import io.privirec.wire.ScoresAnswer;
import io.privirec.wire.ScoresRequest;
import io.privirec.wire.SessionPlan;
import io.privirec.wire.SessionRequest;
import io.privirec.wire.SessionView;
import io.privirec.wire.UserRecommendationRequest;
import io.privirec.wire.UserScoresRequest;
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
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code als} and {@code ials} over real services: ratings that holders import end in the vectors
 * that all data in one place gives. {@code dpals} the same way, whose sums carry noise. Each
 * release answers for every one of 1,000 users alike at the recommender, at the holder's own
 * service and in the lab, scores to the last bit.
 *
 * <p>Users are the first ones of MovieLens 1M, where {@code ../shared/data/ml-1m} is beside the
 * project, otherwise made up.
 */
class LeastSquaresIT {
  private static final int PARTICIPANTS = 3;
  private static final int USERS = 1_000;
  private static final int MADE_UP_ITEMS = 300;
  private static final int K = 20;
  private static final int SCORED = 40;
  private static final int EXPLAINED = 20;

  /** After the first, a user in so many is asked for scores of items, by a request of its own. */
  private static final int STRIDE = Boolean.getBoolean("tests.long") ? 1 : 25;

  private static final int RANK = 4;
  private static final int STEPS = 3;
  private static final int MIN_SUPPORT = 5;
  private static final long SEED = 11;

  /** A thousand users are few: what noise leaves of them is allowed here. */
  private static final Map<String, String> MUCH_OF_ALL =
      Map.of(
          "privirec.coordinator.privacy.max-epsilon-per-session",
          "200",
          "privirec.coordinator.privacy.max-epsilon",
          "200",
          "privirec.coordinator.privacy.max-epsilon-lifetime",
          "200");

  private static final Map<String, String> MUCH_OF_EACH =
      Map.of(
          "privirec.client.privacy.max-epsilon",
          "200",
          "privirec.client.privacy.max-epsilon-per-session",
          "200",
          "privirec.client.privacy.max-epsilon-lifetime",
          "200");

  @TempDir private Path home;
  private final Dataset dataset = dataset();
  private RecommenderClient recommender;
  private HomeService holder;
  private ReleaseDownloader releases;

  @Test
  void session_overRatings_publishesVectorsThatServeHistories() throws Exception {
    try (TestServices services = new TestServices(1, MUCH_OF_ALL, MUCH_OF_EACH);
        ReleaseDownloader downloader = services.releases(home.resolve("releases"));
        RecommenderClient client = services.startRecommender()) {
      recommender = client;
      releases = downloader;
      holder = new HomeService(services);
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
              services,
              cohort,
              AlsParameters.DEFAULT
                  .withRank(RANK)
                  .withSteps(STEPS)
                  .withLambda(.08)
                  .withLowest(1.0)
                  .withHighest(5.0)
                  .withMinSupport(MIN_SUPPORT)
                  .withSeed(SEED)),
          new LeastSquares.Explicit(RANK, .08, 1, 5));
      check(
          session(
              services,
              cohort,
              IalsParameters.DEFAULT
                  .withRank(RANK)
                  .withSteps(STEPS)
                  .withLambda(2.0)
                  .withLambda0(.2)
                  .withMinSupport(MIN_SUPPORT)
                  .withSeed(SEED)),
          new LeastSquares.Implicit(RANK, 2, .2));
      servesWithPrivacy(services, cohort);
      servesWithFeatures(services, cohort);
    }
  }

  /** Every third item is in no category. */
  private List<CatalogueItem> catalogue() {
    return IntStream.range(0, dataset.items())
        .mapToObj(item ->
            new CatalogueItem(
                dataset.itemIds().get(item),
                null,
                item % 3 == 0 ? List.of() : List.of(item % 3 == 1 ? "film" : "series", "screen")))
        .toList();
  }

  /** The plan says what is public of items, and a release has it, bound by its manifest. */
  private void servesWithFeatures(TestServices services, Cohort cohort) throws Exception {
    var privacy =
        PrivacyParameters.of(80., 1e-6).withItemsPerUser(100).withColluders(1).withRounds("closed");
    var fit = BoundedFitParameters.DEFAULT.withRank(2).withSteps(2).withFrequent(1.);
    var asked =
        DpialsParameters.DEFAULT
            .withPreset("ml-1m-eps-20")
            .withItemFeatures(new ItemFeatures(null))
            .withFit(fit)
            .withSeed(SEED)
            .withPrivacy(privacy);
    var request =
        new SessionRequest(DpialsParameters.ALGORITHM, asked, null, cohort.ids(), null, null);
    assertThat(services.coordinator().plan(request).itemFeatures())
        .isEqualTo(new SessionPlan.ItemFeatures(3, dataset.items() - (dataset.items() + 2) / 3));
    String id = services.coordinator().start(request).id();
    SessionView session = services.await(id, view -> view.releaseId() != null);
    VerifiedRelease release = releases.fetch(String.valueOf(session.releaseId()));
    assertThat(release.manifest().parameters().toString()).contains("itemFeatures={weight=5.0}");
    CatalogueIndex known = CatalogueIndex.read(release.directory().resolve("catalogue.ndjson"));
    assertThat(IntStream.range(0, dataset.items()).mapToObj(known::item).toList())
        .isEqualTo(catalogue());
    serves(ItemFactorsFile.read(release.directory().resolve(ItemFactorsFile.NAME)), release);
  }

  /** Nobody has to be asked: the sums show nothing of anybody that the ledger does not count. */
  private void servesWithPrivacy(TestServices services, Cohort cohort) throws Exception {
    var privacy =
        PrivacyParameters.of(80., 1e-6).withItemsPerUser(100).withColluders(1).withRounds("closed");
    var fit = BoundedFitParameters.DEFAULT.withRank(2).withSteps(1).withFrequent(1.);
    var asked =
        DpalsParameters.DEFAULT
            .withPreset("ml-1m-eps-20")
            .withFit(fit)
            .withSeed(SEED)
            .withPrivacy(privacy);
    String id =
        services
            .coordinator()
            .start(
                new SessionRequest(
                    DpalsParameters.ALGORITHM, asked, null, cohort.ids(), null, null))
            .id();
    SessionView session = services.await(id, view -> view.releaseId() != null);
    VerifiedRelease release = releases.fetch(String.valueOf(session.releaseId()));
    assertThat(release.manifest().model().kind()).isEqualTo(ItemFactors.KIND);
    ItemFactors published = ItemFactorsFile.read(release.directory().resolve(ItemFactorsFile.NAME));
    assertThat(published.hasBiases()).isTrue();
    serves(published, release);
  }

  private SessionView session(TestServices services, Cohort cohort, AlgorithmParameters parameters)
      throws Exception {
    String algorithm = parameters instanceof AlsParameters ? "als" : "ials";
    String id =
        services
            .coordinator()
            .start(
                new SessionRequest(
                    algorithm, parameters, SessionRequest.NO_NOISE, cohort.ids(), null, null))
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

  private void check(SessionView session, LeastSquares objective) throws Exception {
    VerifiedRelease release = releases.fetch(String.valueOf(session.releaseId()));
    assertThat(release.manifest().model().kind()).isEqualTo(ItemFactors.KIND);
    ItemFactors published = ItemFactorsFile.read(release.directory().resolve(ItemFactorsFile.NAME));
    ItemFactors central =
        AlternatingLeastSquares.fit(objective, dataset.trainRatings(), STEPS, MIN_SUPPORT, SEED);
    assertThat(published.mean()).isCloseTo(central.mean(), within(1e-4));
    assertThat(published.factors().data()).hasSize(dataset.items() * RANK);
    for (int n = 0; n < dataset.items() * RANK; n++) {
      assertThat(published.factors().data()[n])
          .isCloseTo(central.factors().data()[n], within(2e-3f));
    }
    serves(published, release);
  }

  /**
   * The same best items and scores of every user in three places: at the recommender, to which
   * histories are posted, at home, where they are stored, and in the lab.
   */
  private void serves(ItemFactors model, VerifiedRelease release) throws Exception {
    String version = release.manifest().releaseId();
    TestServices.awaitModel(recommender, version);
    holder.awaitModel(version);
    TestUsers users = new TestUsers(dataset, ItemDegreesFile.read(release.degrees()));
    assertThat(users.count()).isEqualTo(USERS);
    ItemFactorScores lab = new ItemFactorScores(model);
    RankedItems[] listed = new LocalEvaluation(users).factorItems(lab);
    Map<String, RecommendationAnswer> atHome = holder.recommend(asked());
    Map<String, RecommendationAnswer> posted = posted(version);
    int personal = 0;
    for (int user = 0; user < USERS; user++) {
      String id = dataset.userIds().get(user);
      List<ScoredItem> expected = scored(listed[user].items(), listed[user].scores());
      assertThat(expected).hasSize(K);
      assertThat(scored(posted.get(id))).as("recommender, user %s", id).isEqualTo(expected);
      assertThat(scored(atHome.get(id))).as("at home, user %s", id).isEqualTo(expected);
      personal += posted.get(id).strategy().equals("personalized") ? 1 : 0;
      if (user < EXPLAINED || user % STRIDE == 0) {
        scoresAreTheSame(user, lab, version);
      }
    }
    assertThat(personal).isGreaterThan(USERS / 2);
  }

  /** One item with the bits of its score. */
  private record ScoredItem(String item, int bits) {
    ScoredItem(String item, float score) {
      this(item, Float.floatToRawIntBits(score));
    }
  }

  private List<ScoredItem> scored(int[] items, float[] scores) {
    return IntStream.range(0, items.length)
        .mapToObj(n -> new ScoredItem(dataset.itemIds().get(items[n]), scores[n]))
        .toList();
  }

  private static List<ScoredItem> scored(RecommendationAnswer answer) {
    return answer.items().stream().map(each -> new ScoredItem(each.item(), each.score())).toList();
  }

  private static List<ScoredItem> scored(ScoresAnswer answer) {
    return answer.scores().stream().map(each -> new ScoredItem(each.item(), each.score())).toList();
  }

  /** Of some items, some of which the history has; of the first users with what adds up to them. */
  private void scoresAreTheSame(int user, ItemFactorScores lab, String version) throws Exception {
    int[] items =
        IntStream.range(0, SCORED).map(n -> (7 * user + 61 * n) % dataset.items()).toArray();
    float[] all = lab.of(dataset.train().row(user), dataset.trainRatings().row(user));
    float[] expected = new float[SCORED];
    for (int n = 0; n < SCORED; n++) {
      expected[n] = all[items[n]];
    }
    boolean explain = user < EXPLAINED;
    List<String> ids = Arrays.stream(items).mapToObj(dataset.itemIds()::get).toList();
    ScoresAnswer posted =
        recommender.scores(
            new ScoresRequest(history(user), null, ids, explain), ModelChoice.version(version));
    ScoresAnswer atHome =
        holder.scores(dataset.userIds().get(user), new UserScoresRequest(null, ids, explain));
    assertThat(scored(posted)).as("recommender, user %d", user).isEqualTo(scored(items, expected));
    assertThat(atHome.scores()).as("at home, user %d", user).isEqualTo(posted.scores());
    ratingsAreThoseOfTheLab(user, lab, items, posted.scores());
    if (explain) {
      for (int n = 0; n < SCORED; n++) {
        if (lab.model().has(items[n])) {
          double parts =
              posted.scores().get(n).because().stream()
                  .mapToDouble(part -> part.contribution())
                  .sum();
          assertThat(parts + lab.model().base(items[n])).isCloseTo(expected[n], within(1e-4));
        }
      }
    }
  }

  /** Of models of ratings, to the last bit; of others there are none. */
  private void ratingsAreThoseOfTheLab(
      int user, ItemFactorScores lab, int[] items, List<ScoresAnswer.ItemScore> posted) {
    float[] ones = new float[dataset.train().row(user).length];
    Arrays.fill(ones, 1);
    FoldIn folded = lab.fold(dataset.train().row(user), dataset.trainRatings().row(user), ones);
    for (int n = 0; n < items.length; n++) {
      ScoresAnswer.ItemScore score = posted.get(n);
      if (lab.model().objective().readsRatings() && lab.model().has(items[n])) {
        assertThat(score.rating())
            .isBetween(1f, 5f)
            .isEqualTo(lab.rating(folded, items[n], score.score()));
        assertThat(score.base()).isEqualTo((float) lab.model().base(items[n]));
      } else {
        assertThat(score.rating()).isNull();
        assertThat(score.base()).isNull();
      }
    }
  }

  private List<HistoryItem> history(int user) {
    int[] items = dataset.train().row(user);
    float[] ratings = dataset.trainRatings().row(user);
    return IntStream.range(0, items.length)
        .mapToObj(n -> new HistoryItem(dataset.itemIds().get(items[n]), null, (double) ratings[n]))
        .toList();
  }

  private Map<String, UserRecommendationRequest> asked() {
    var asked =
        new UserRecommendationRequest(K, null, null, null, null, null, null, null, null, null);
    Map<String, UserRecommendationRequest> all = new LinkedHashMap<>();
    dataset.userIds().forEach(user -> all.put(user, asked));
    return all;
  }

  private Map<String, RecommendationAnswer> posted(String version) throws Exception {
    List<BatchRequest> requests =
        IntStream.range(0, USERS)
            .mapToObj(user ->
                new BatchRequest(
                    dataset.userIds().get(user), RecommendationRequest.of(history(user), K)))
            .toList();
    try (Stream<BatchAnswer> answers =
        recommender.recommend(requests, ModelChoice.version(version))) {
      return answers.collect(Collectors.toMap(BatchAnswer::id, BatchAnswer::answer));
    }
  }

  /** Of every user, one item or more is held out. */
  private static Dataset dataset() {
    Optional<Path> movieLens = SharedData.find("ml-1m");
    if (movieLens.isEmpty()) {
      System.err.println("MovieLens 1M is not in ../shared/data: users are made up");
      return madeUp();
    }
    try {
      Dataset all = DatasetReader.read(movieLens.get());
      int[] users = IntStream.range(0, USERS).toArray();
      return Dataset.of(
          all.name(),
          all.userIds().subList(0, USERS),
          all.itemIds(),
          all.trainRatings().rows(users),
          all.testRatings().rows(users));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every user rates about a third of the items. */
  private static Dataset madeUp() {
    Random random = new Random(7);
    int[] offsets = new int[USERS + 1];
    int[] columns = new int[USERS * MADE_UP_ITEMS];
    float[] values = new float[columns.length];
    int[] heldOut = new int[USERS];
    int count = 0;
    for (int user = 0; user < USERS; user++) {
      heldOut[user] = random.nextInt(MADE_UP_ITEMS);
      for (int item = 0; item < MADE_UP_ITEMS; item++) {
        if (item != heldOut[user] && random.nextInt(3) == 0) {
          columns[count] = item;
          values[count++] = 1 + random.nextInt(9) / 2f;
        }
      }
      offsets[user + 1] = count;
    }
    InteractionMatrix train =
        InteractionMatrix.of(USERS, MADE_UP_ITEMS, offsets, Arrays.copyOf(columns, count));
    InteractionMatrix test =
        InteractionMatrix.of(
            USERS, MADE_UP_ITEMS, IntStream.rangeClosed(0, USERS).toArray(), heldOut);
    return Dataset.of(
        "ratings",
        IntStream.range(0, USERS).mapToObj("user-%04d"::formatted).toList(),
        IntStream.range(0, MADE_UP_ITEMS).mapToObj("item-%03d"::formatted).toList(),
        RatingMatrix.of(train, Arrays.copyOf(values, count)),
        RatingMatrix.of(test));
  }
}
