package io.privirec.federation.dpals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.Algorithm;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.PlanStep;
import io.privirec.federation.Requirement;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundNoise;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.UnclippedUserException;
import io.privirec.federation.local.PlainSum;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.BoundedEquations;
import io.privirec.filter.factor.BoundedUsers;
import io.privirec.filter.factor.CentralFit;
import io.privirec.filter.factor.FrequentItems;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.filter.factor.ItemFeaturesFile;
import io.privirec.filter.factor.ItemSolver;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Release;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.algorithm.AlgorithmParameters;
import io.privirec.wire.algorithm.BoundedFitParameters;
import io.privirec.wire.algorithm.BoundedFitParameters.Adaptive;
import io.privirec.wire.algorithm.BoundedFitParameters.Paper;
import io.privirec.wire.algorithm.BoundedFitParameters.Ridge;
import io.privirec.wire.algorithm.BoundedFitParameters.Weights;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DpalsTest {
  private static final int PARTICIPANTS = 3;
  private static final int ITEMS = 24;
  private static final int USERS = 80;
  private static final int RANK = 3;

  @TempDir private Path work;

  /// All that may differ between sessions.
  enum Form {
    RATINGS,
    RATINGS_OF_PAPER,
    RATINGS_BY_CHANCE,
    INTERACTIONS,
    INTERACTIONS_OF_PAPER;

    private Weights weights() {
      return switch (this) {
        case RATINGS -> new Adaptive(.5);
        case INTERACTIONS -> new Adaptive(.25);
        case RATINGS_OF_PAPER, INTERACTIONS_OF_PAPER -> new Paper("tail");
        case RATINGS_BY_CHANCE -> new Paper("uniform");
      };
    }

    private boolean isOfRatings() {
      return this != INTERACTIONS && this != INTERACTIONS_OF_PAPER;
    }

    Dpals algorithm(double epsilon, int itemsPerUser) throws InvalidParametersException {
      return algorithm(epsilon, itemsPerUser, .7);
    }

    Dpals algorithm(double epsilon, int itemsPerUser, double frequent)
        throws InvalidParametersException {
      var privacy =
          PrivacyParameters.of(epsilon, 1e-5)
              .withItemsPerUser(itemsPerUser)
              .withColluders(0)
              .withRounds("closed");
      var fit =
          BoundedFitParameters.DEFAULT
              .withWeights(weights())
              .withRank(RANK)
              .withSteps(2)
              .withFrequent(frequent)
              .withRidge(Ridge.DEFAULT.withUser(.5).withItem(2.0).withExponent(.5).withFold(.5))
              .withCounts(.2)
              .withMatrixNoise(isOfRatings() ? 2.0 : 1.0);
      return build(
          isOfRatings()
              ? DpalsParameters.DEFAULT
                  .withLowest(1.0)
                  .withHighest(5.0)
                  .withFit(fit)
                  .withSeed(7L)
                  .withPrivacy(privacy)
              : DpialsParameters.DEFAULT
                  .withLambda0(.2)
                  .withFit(fit)
                  .withSeed(7L)
                  .withPrivacy(privacy));
    }
  }

  private static Dpals build(AlgorithmParameters asked) throws InvalidParametersException {
    String name = asked instanceof DpalsParameters ? "dpals" : "dpials";
    return (Dpals)
        AlgorithmRegistry.settings(
            AlgorithmRegistry.settleAsStated(name, asked, ITEMS, 10, () -> 0), ITEMS);
  }

  private RoundInput input(Algorithm dpals, int index, RatingMatrix data, int seed) {
    RoundSpec round = dpals.specs().get(index);
    var mechanism = round.noise().orElseThrow().mechanism(PlainSum.CLOSED, PARTICIPANTS);
    byte[] secret = new byte[NoiseSeed.SIZE_BYTES];
    secret[0] = (byte) seed;
    secret[1] = (byte) (seed >> 8);
    return new RoundInput(
        TestHolders.id(0),
        round,
        round.hasBroadcast() ? work.resolve(round.broadcastFile()) : null,
        data,
        Optional.of(new NoiseShare(mechanism, new NoiseSeed(SecretBytes.copyOf(secret)))));
  }

  private long[] values(Dpals dpals, int index, RatingMatrix data) throws IOException {
    RoundInput input = input(dpals.algorithm(), index, data, 1);
    return TestHolders.read(dpals.algorithm().roundOf(input).values().of(input), input.round());
  }

  /// The sum of contributions without noise.
  private PlainSum sum(Dpals dpals, int index, RatingMatrix all, int holders) throws IOException {
    SortedMap<ParticipantId, Contribution> contributions = new TreeMap<>();
    for (var own : TestHolders.dealt(all, holders).entrySet()) {
      contributions.put(
          own.getKey(),
          TestHolders.values(dpals, input(dpals.algorithm(), index, own.getValue(), 1)));
    }
    return new PlainSum(dpals.algorithm().specs().get(index), contributions);
  }

  /// The model that a session without noise publishes.
  private ItemFactors published(Dpals dpals, RatingMatrix all, int holders) throws IOException {
    for (int index = 0; index < dpals.algorithm().specs().size(); index++) {
      PlanStep step = dpals.algorithm().complete(index, sum(dpals, index, all, holders), work);
      assertThat(step)
          .isInstanceOf(
              index + 1 < dpals.algorithm().specs().size()
                  ? PlanStep.NextRound.class
                  : PlanStep.Publish.class);
    }
    return ItemFactorsFile.read(work.resolve(ItemFactorsFile.NAME));
  }

  /// Ratings from 0 to 6, of which those beyond 1 and 5 are cut.
  private static RatingMatrix ratings(int users, int seed) {
    Random random = new Random(seed);
    InteractionMatrix pattern =
        TestHolders.interactions(
            users, ITEMS, (user, item) -> random.nextInt(ITEMS + 8) < item + 3);
    float[] values = new float[pattern.interactions()];
    for (int p = 0; p < values.length; p++) {
      values[p] = random.nextInt(13) / 2f;
    }
    return RatingMatrix.of(pattern, values);
  }

  /// Both are the same up to fixed point, here over all steps and to what they publish; how far
  /// each step may be off is the next test's.
  @ParameterizedTest
  @EnumSource(value = Form.class, names = "RATINGS_BY_CHANCE", mode = EnumSource.Mode.EXCLUDE)
  void release_withoutNoise_isWhatAllDataInOnePlaceGives(Form form) throws Exception {
    RatingMatrix all = ratings(USERS, 3);
    Dpals dpals = form.algorithm(10, ITEMS);

    ItemFactors published = published(dpals, all, PARTICIPANTS);

    ItemFactors central =
        CentralFit.of(dpals.als(), all, all.pattern().itemDegrees(), null, bound -> bound - 1);
    assertThat(published.objective()).isEqualTo(central.objective());
    assertThat(published.mean()).isCloseTo(central.mean(), within(1e-3));
    double[] user = new double[published.rank()];
    Arrays.fill(user, .5);
    for (int item = 0; item < ITEMS; item++) {
      assertThat(published.tells(item)).isEqualTo(central.tells(item));
      assertThat(published.score(user, item)).isCloseTo(central.score(user, item), within(2e-2));
    }
  }

  /// The sum of a step and the vectors that it gives are those of doubles, within the bound that
  /// docs/algorithms.md states: of each of an item's users 2^-13 + 2^-14 ω + q 2^-16 in each
  /// number. With G and g so far off, λ_v ‖v' − v‖ ≤ ‖δg‖ + ‖δG‖ ‖v‖, since bringing matrices to
  /// the nearest positive semidefinite ones brings no two further apart.
  @ParameterizedTest
  @EnumSource(value = Form.class, names = "RATINGS_BY_CHANCE", mode = EnumSource.Mode.EXCLUDE)
  void step_withoutNoise_isThatOfDoublesWithinTheFixedPointsBound(Form form) throws Exception {
    RatingMatrix all = ratings(USERS, 3);
    Dpals dpals = form.algorithm(10, 7);
    BoundedAls als = dpals.als();
    Scales scales = Scales.of(als, dpals.matrixNoise());
    for (int index = 0; index < dpals.algorithm().specs().size(); index++) {
      PlainSum sum = sum(dpals, index, all, PARTICIPANTS);
      if (index >= dpals.firstStep()) {
        StepRound round = dpals.stepRounds().get(index - dpals.firstStep());
        DpalsBroadcast broadcast =
            DpalsBroadcast.read(
                work.resolve(round.spec().broadcastFile()),
                dpals.items(),
                als,
                round.startsFromSeed());
        FrequentItems items = broadcast.items();
        ExactStep exact =
            new ExactStep(
                als,
                BoundedUsers.of(als, items, broadcast.mean(), broadcast.vectors(), all),
                ItemDegreesFile.read(work.resolve(ItemDegreesFile.NAME)),
                0x1p10 / scales.diagonal());
        long[] sent = values(dpals, index, all);
        DenseMatrix vectors = round.solve(sum, items, null).orElseThrow();
        int row = BoundedEquations.triangle(RANK) + RANK;
        int head = sent.length - items.count() * row;
        if (head > 0) {
          exact.assertHead(scales.triangle(Arrays.copyOf(sent, head), RANK));
        }
        for (int place = 0; place < items.count(); place++) {
          long[] own = Arrays.copyOfRange(sent, head + place * row, head + (place + 1) * row);
          exact.assertRow(place, scales.triangle(own, RANK), scales.right(own, RANK, 1));
          exact.assertVector(place, vectors);
        }
      }
      dpals.algorithm().complete(index, sum, work);
    }
  }

  /// A step in doubles, and how far fixed point may be from it.
  private static final class ExactStep {
    private static final int TRIANGLE = BoundedEquations.triangle(RANK);

    private final BoundedAls als;
    private final FrequentItems items;
    private final double[] squares = new double[TRIANGLE];
    private final double[][] triangles;
    private final double[][] rights;
    private final double[] slack;
    private final double slackOfAll;
    private final double[] ridges;

    ExactStep(BoundedAls als, BoundedUsers users, long[] counts, double ratio) {
      this.als = als;
      this.items = users.items();
      this.ridges =
          IntStream.range(0, items.count())
              .mapToDouble(place -> Math.max(1, counts[items.item(place)]))
              .toArray();
      double mean = Arrays.stream(ridges).average().orElseThrow();
      Arrays.setAll(
          ridges,
          place -> als.ridge().item() * Math.pow(ridges[place] / mean, als.ridge().exponent()));
      this.triangles = new double[items.count()][TRIANGLE];
      this.rights = new double[items.count()][RANK];
      this.slack = new double[items.count()];
      InteractionMatrix pattern = users.pattern();
      for (int user = 0; user < pattern.users(); user++) {
        int[] own = pattern.row(user);
        double[] weights = als.weights().of(items, als.perUser(), own, bound -> 0);
        for (int i = 0, at = 0; i < RANK; i++) {
          for (int j = 0; j <= i; j++, at++) {
            double square = users.coordinate(user, i) * users.coordinate(user, j);
            squares[at] += square;
            for (int n = 0; n < own.length; n++) {
              if (weights[n] > 0) {
                triangles[items.place(own[n])][at] += weights[n] * square;
              }
            }
          }
        }
        for (int n = 0; n < own.length; n++) {
          if (weights[n] > 0) {
            int place = items.place(own[n]);
            double target = users.target(pattern.rowStart(user) + n);
            for (int i = 0; i < RANK; i++) {
              rights[place][i] += weights[n] * target * users.coordinate(user, i);
            }
            slack[place] += slack(weights[n], ratio);
          }
        }
      }
      this.slackOfAll = pattern.users() * slack(1, ratio);
    }

    private static double slack(double weight, double ratio) {
      return 0x1p-13 + 0x1p-14 * weight + 0x1p-16 * ratio;
    }

    void assertHead(double[] found) {
      assertThat(found).containsExactly(squares, within(slackOfAll));
    }

    void assertRow(int place, double[] triangle, double[] right) {
      assertThat(triangle).containsExactly(triangles[place], within(slack[place]));
      assertThat(right).containsExactly(rights[place], within(slack[place]));
    }

    void assertVector(int place, DenseMatrix found) {
      double bound = als.targetBound();
      DenseMatrix exact = DenseMatrix.zeros(items.count(), RANK);
      new ItemSolver(als, items, squares, null)
          .solve(
              place,
              triangles[place],
              Arrays.stream(rights[place]).map(right -> bound * right).toArray(),
              exact);
      double norm = 0;
      double distance = 0;
      for (int n = 0; n < RANK; n++) {
        norm = Math.hypot(norm, exact.get(place, n));
        distance = Math.hypot(distance, found.get(place, n) - exact.get(place, n));
      }
      double unseen =
          als.target() instanceof BoundedAls.Interactions(double weight, double _) ? weight : 0;
      double off =
          bound * Math.sqrt(RANK) * slack[place]
              + RANK * (slack[place] + unseen * slackOfAll) * norm;
      // Vectors are kept in floats.
      assertThat(distance).isLessThanOrEqualTo(off / ridges[place] + 0x1p-22 * norm);
    }
  }

  @Test
  void release_withFeaturesOfItems_isWhatAllDataInOnePlaceGives() throws Exception {
    RatingMatrix all = ratings(USERS, 3);
    Dpals dpals = withFeatures(5.);
    ItemFeatures features = features();
    ItemFeaturesFile.write(work.resolve(ItemFeaturesFile.NAME), features);

    ItemFactors published = published(dpals, all, PARTICIPANTS);

    long[] counts = all.pattern().itemDegrees();
    ItemFactors central = CentralFit.of(dpals.als(), all, counts, features, bound -> bound - 1);
    ItemFactors without =
        CentralFit.of(withFeatures(0.).als(), all, counts, null, bound -> bound - 1);
    double apart = 0;
    for (int n = 0; n < ITEMS * RANK; n++) {
      float value = published.factors().data()[n];
      assertThat(value).isCloseTo(central.factors().data()[n], within(5e-3f));
      apart = Math.max(apart, Math.abs(value - without.factors().data()[n]));
    }
    assertThat(apart).isGreaterThan(.05);
  }

  /// Neither is the file read, nor do rounds, digest or bits of the release change.
  @Test
  void release_featuresOfWeightZero_isTheOneWithoutThem() throws Exception {
    RatingMatrix all = ratings(USERS, 3);
    Dpals zero = withFeatures(0.);
    Dpals absent = withFeatures(null);

    assertThat(zero.algorithm().digest())
        .isEqualTo(absent.algorithm().digest())
        .isNotEqualTo(withFeatures(1.).algorithm().digest());
    assertThat(zero.algorithm().requires(new Requirement.ItemFeatures())).isFalse();
    assertThat(withFeatures(1.).algorithm().specs()).isEqualTo(zero.algorithm().specs());
    assertThat(published(zero, all, 2).factors().data())
        .containsExactly(published(absent, all, 2).factors().data());
  }

  private static Dpals withFeatures(@Nullable Double weight) throws InvalidParametersException {
    var privacy =
        PrivacyParameters.of(10., 1e-5)
            .withItemsPerUser(ITEMS)
            .withColluders(0)
            .withRounds("closed");
    var fit =
        BoundedFitParameters.DEFAULT
            .withRank(RANK)
            .withSteps(2)
            .withFrequent(.7)
            .withRidge(Ridge.DEFAULT.withUser(.5).withItem(2.).withExponent(.5).withFold(.5))
            .withCounts(.2)
            .withMatrixNoise(1.);
    var features = weight == null ? null : new DpialsParameters.ItemFeatures(weight);
    return build(
        DpialsParameters.DEFAULT
            .withLambda0(.2)
            .withItemFeatures(features)
            .withFit(fit)
            .withSeed(7L)
            .withPrivacy(privacy));
  }

  /// Item 5 is in no category.
  private static ItemFeatures features() {
    return ItemFeatures.of(
        IntStream.range(0, ITEMS)
            .mapToObj(item ->
                item == 5
                    ? List.<String>of()
                    : List.of("third-" + item % 3, item < ITEMS / 2 ? "rare" : "common"))
            .toList());
  }

  /// Integers add up to the same, however users are dealt out.
  @ParameterizedTest
  @EnumSource(value = Form.class, names = "RATINGS_BY_CHANCE", mode = EnumSource.Mode.EXCLUDE)
  void release_ofMoreParticipants_isTheSameToTheLastBit(Form form) throws Exception {
    RatingMatrix all = ratings(USERS, 3);
    Dpals dpals = form.algorithm(10, ITEMS);

    ItemFactors ofTwo = published(dpals, all, 2);
    ItemFactors ofNine = published(dpals, all, 9);

    assertThat(ofNine.factors().data()).containsExactly(ofTwo.factors().data());
    assertThat(ofNine.base(3)).isEqualTo(ofTwo.base(3));
  }

  /// For any counts, mean and vectors of a coordinator, and any history of a user.
  @ParameterizedTest
  @EnumSource(Form.class)
  void contribution_ofOneUserMore_changesNoMoreThanTheNoiseIsFor(Form form) throws Exception {
    Random random = new Random(5);
    for (int trial = 0; trial < 25; trial++) {
      int perUser = 1 + random.nextInt(30);
      Dpals dpals = form.algorithm(2, perUser);
      RatingMatrix one = ratings(1, trial);
      double size = Math.pow(10, random.nextInt(-3, 20));
      long[] counts = random.longs(ITEMS, 0, 1 + random.nextLong(1L << 40)).toArray();
      DenseMatrix vectors = DenseMatrix.zeros(dpals.als().frequent(ITEMS), RANK);
      for (int n = 0; n < vectors.data().length; n++) {
        vectors.data()[n] = (float) (size * random.nextGaussian());
      }
      for (int index = 0; index < dpals.algorithm().specs().size(); index++) {
        RoundSpec round = dpals.algorithm().specs().get(index);
        DpalsBroadcast.write(
            work.resolve(round.broadcastFile()),
            counts,
            20 * random.nextGaussian(),
            index > dpals.firstStep() ? vectors : null);

        long[] change = values(dpals, index, one);

        RoundNoise noise = round.noise().orElseThrow();
        double squares = Arrays.stream(change).mapToDouble(c -> (double) c * c).sum();
        assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(noise.sensitivity().l2());
        assertThat(Arrays.stream(change).mapToDouble(Math::abs).sum())
            .isLessThanOrEqualTo(noise.sensitivity().l1());
      }
    }
  }

  /// The same beside other users, with vectors that are huge for some items and tiny for others: no
  /// one's equations come into another's, and nobody's data decides whether there is a
  /// contribution.
  @ParameterizedTest
  @EnumSource(Form.class)
  void contribution_ofOneUserMoreBesideOthers_changesNoMoreThanTheNoiseIsFor(Form form)
      throws Exception {
    Random random = new Random(11);
    float[] sizes = {0, Float.MIN_VALUE, 1e-20f, 1e-3f, 1, 1e10f, 1.3e19f, Float.MAX_VALUE};
    long[] frequencies = {0, 1, 1000, Long.MAX_VALUE};
    double[] means = {0, -Double.MAX_VALUE, Double.MAX_VALUE, Double.MIN_VALUE};
    for (int trial = 0; trial < 60; trial++) {
      Dpals dpals = form.algorithm(2, 1 + random.nextInt(30));
      RatingMatrix all = ratings(3 + random.nextInt(70), trial);
      RatingMatrix rest = all.rows(IntStream.range(0, all.pattern().users() - 1).toArray());
      long[] counts = new long[ITEMS];
      Arrays.setAll(counts, item -> frequencies[random.nextInt(frequencies.length)]);
      DenseMatrix vectors = DenseMatrix.zeros(dpals.als().frequent(ITEMS), RANK);
      for (int n = 0; n < vectors.data().length; n++) {
        vectors.data()[n] =
            sizes[random.nextInt(sizes.length)] * (float) (2 * random.nextDouble() - 1);
      }
      for (int index = 0; index < dpals.algorithm().specs().size(); index++) {
        RoundSpec round = dpals.algorithm().specs().get(index);
        DpalsBroadcast.write(
            work.resolve(round.broadcastFile()),
            counts,
            means[random.nextInt(means.length)],
            index > dpals.firstStep() ? vectors : null);

        long[] with = values(dpals, index, all);
        long[] without = values(dpals, index, rest);

        double squares = 0;
        for (int n = 0; n < with.length; n++) {
          squares += Math.pow((double) with[n] - without[n], 2);
        }
        assertThat(Math.sqrt(squares))
            .isLessThanOrEqualTo(round.noise().orElseThrow().sensitivity().l2());
      }
    }
  }

  /// A user whose vector has norm 1, and whose targets are as large as can be, has nearly all of
  /// what noise is for: no more of it is drawn than has to be.
  @Test
  void contribution_ofTheLargestUser_isNearlyWhatTheNoiseIsFor() throws Exception {
    Dpals dpals = Form.RATINGS.algorithm(2, 9, 1);
    float[] extremes = new float[ITEMS];
    for (int item = 0; item < ITEMS; item++) {
      extremes[item] = 1 + 4 * (item % 2);
    }
    RatingMatrix one =
        RatingMatrix.of(TestHolders.interactions(1, ITEMS, (user, item) -> true), extremes);
    long[] counts = new long[ITEMS];
    Arrays.fill(counts, 50);
    RoundSpec round = dpals.algorithm().specs().get(2);
    DenseMatrix vectors = DenseMatrix.zeros(ITEMS, RANK);
    for (int place = 0; place < ITEMS; place++) {
      vectors.data()[place * RANK + 1] = place % 2 == 0 ? -1 : 1;
    }
    DpalsBroadcast.write(work.resolve(round.broadcastFile()), counts, 0, vectors);

    double squares = Arrays.stream(values(dpals, 2, one)).mapToDouble(c -> (double) c * c).sum();

    assertThat(Math.sqrt(squares))
        .isBetween(
            .97 * round.noise().orElseThrow().sensitivity().l2(),
            round.noise().orElseThrow().sensitivity().l2());
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void rounds_together_meetTheTargetAndLittleMore(Form form) throws Exception {
    for (double epsilon : new double[] {1, 20}) {
      Dpals dpals = form.algorithm(epsilon, 20);
      Composition all =
          new Composition(
              dpals.algorithm().specs().stream()
                  .map(round ->
                      new Release(
                          round.noise().orElseThrow().mechanism(PlainSum.CLOSED, PARTICIPANTS), 1))
                  .toList());

      assertThat(all.epsilon(1e-5, Conversion.CKS).epsilon()).isBetween(.98 * epsilon, epsilon);
      assertThat(dpals.algorithm().disclosure())
          .isEqualTo(new Disclosure.NoisySums(dpals.privacy().terms()));
      assertThat(dpals.algorithm().closed()).isTrue();
    }
  }

  /// What a sum of noisy contributions is above the same sum without noise is distributed as the
  /// mechanism says, of squares and of right-hand sides. Of N numbers over σ the mean is within 5 /
  /// √N, the mean square within 5 √(2 / N) of 1, and Kolmogorov's distance from the normal
  /// distribution below 2.6 / √N: a right one fails with probability 1e-5. 200 runs with
  /// `-Dtests.long=true`.
  @Test
  void sum_overManySeeds_hasTheNoiseOfItsMechanism() throws Exception {
    Dpals dpals = Form.INTERACTIONS.algorithm(5, 20);
    RatingMatrix all = ratings(USERS, 3);
    int index = dpals.firstStep();
    dpals.algorithm().complete(0, sum(dpals, 0, all, 1), work);
    long[] exact = values(dpals, index, all);
    var held = List.copyOf(TestHolders.dealt(all, PARTICIPANTS).values());
    double sigma =
        input(dpals.algorithm(), index, all, 0)
            .noise()
            .orElseThrow()
            .mechanism()
            .deviation(PARTICIPANTS);
    int runs = Boolean.getBoolean("tests.long") ? 200 : 20;
    List<Double> ofSquares = new ArrayList<>();
    List<Double> ofRightSides = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      long[] sum = new long[exact.length];
      for (int p = 0; p < PARTICIPANTS; p++) {
        RoundInput input = input(dpals.algorithm(), index, held.get(p), run * PARTICIPANTS + p);
        long[] sent = TestHolders.read(dpals.algorithm().contribution(input), input.round());
        Arrays.setAll(sum, n -> sum[n] + sent[n]);
      }
      int triangle = BoundedEquations.triangle(RANK);
      for (int n = 0; n < sum.length; n++) {
        // Before the first row stands one triangle more.
        int column = n < triangle ? n : (n - triangle) % (triangle + RANK);
        (column < triangle ? ofSquares : ofRightSides).add((sum[n] - exact[n]) / sigma);
      }
    }
    assertNormal(ofSquares);
    assertNormal(ofRightSides);
  }

  private static void assertNormal(List<Double> numbers) {
    int count = numbers.size();
    double mean = numbers.stream().mapToDouble(x -> x).average().orElseThrow();
    double square = numbers.stream().mapToDouble(x -> x * x).average().orElseThrow();
    assertThat(mean).isCloseTo(0, within(5 / Math.sqrt(count)));
    assertThat(square).isCloseTo(1, within(5 * Math.sqrt(2. / count)));
    assertThat(distanceFromNormal(numbers)).isLessThan(2.6 / Math.sqrt(count));
  }

  private static double distanceFromNormal(List<Double> numbers) {
    double[] sorted = numbers.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    double largest = 0;
    for (int n = 0; n < sorted.length; n++) {
      double below = normalBelow(sorted[n]);
      double count = sorted.length;
      largest = Math.max(largest, Math.max(below - n / count, (n + 1) / count - below));
    }
    return largest;
  }

  /// The normal distribution function, to 1e-7 [Abramowitz and Stegun 1964, 26.2.17].
  private static double normalBelow(double x) {
    double t = 1 / (1 + .2316419 * Math.abs(x));
    double tail =
        Math.exp(-x * x / 2)
            / Math.sqrt(2 * Math.PI)
            * t
            * (.319381530
                + t * (-.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return x > 0 ? 1 - tail : tail;
  }

  /// Through masks, with noise that hides hardly anything: nearly the model without any.
  @ParameterizedTest
  @EnumSource(
      value = Form.class,
      names = {"RATINGS", "RATINGS_BY_CHANCE", "INTERACTIONS"})
  void session_throughSecureSums_publishesItsModel(Form form) throws Exception {
    RatingMatrix all = ratings(2000, 3);
    Dpals dpals = form.algorithm(100, ITEMS);

    Path release = TestHolders.released(dpals, TestHolders.dealt(all, PARTICIPANTS), work);

    assertThat(release.toFile().list())
        .containsExactlyInAnyOrder("item-degrees.safetensors", ItemFactorsFile.NAME);
    assertThat(dpals.algorithm().publication().own().kind()).isEqualTo(ItemFactors.KIND);
    ItemFactors model = ItemFactorsFile.read(release.resolve(ItemFactorsFile.NAME));
    long told = IntStream.range(0, ITEMS).filter(model::tells).count();
    assertThat(told).isEqualTo(dpals.als().frequent(ITEMS));
  }

  @Test
  void complete_nothingButNoise_publishesPopularItems() throws Exception {
    Dpals dpals = Form.RATINGS.algorithm(1, 20);
    TestHolders.assertPopular(
        dpals.algorithm().publication(),
        dpals.algorithm().complete(0, sum(dpals, 0, ratings(0, 1), PARTICIPANTS), work),
        work,
        "noise-above-signal");
  }

  /// A session publishes something for any noise and any data.
  @ParameterizedTest
  @CsvSource({
    "RATINGS, 0, .01",
    "RATINGS, 1, 3",
    "RATINGS, 40, .1",
    "RATINGS_OF_PAPER, 1, 100",
    "INTERACTIONS, 0, 100",
    "INTERACTIONS, 2, .5",
    "INTERACTIONS_OF_PAPER, 300, .05"
  })
  void session_ofAnyDataAndNoise_publishes(Form form, int users, double epsilon) throws Exception {
    Dpals dpals = form.algorithm(epsilon, 20);

    TestHolders.run(dpals, TestHolders.dealt(ratings(users, 3), PARTICIPANTS), work);

    Path release = Files.createDirectory(work.resolve("release"));
    dpals.algorithm().publication().write(work, release);
    assertThat(release.resolve(ItemDegreesFile.NAME)).exists();
    assertThat(release.resolve(ItemFactorsFile.NAME).toFile().exists())
        .isEqualTo(dpals.algorithm().publication().model(work).instead().isEmpty());
  }

  @Test
  void contribution_ofAnUnclippedUser_isRefusedByName() {
    int[] vector = {1 << Scales.USER_BITS, 1};

    assertThatThrownBy(() -> UserIntegers.requireClipped("vector", vector, 1L << Scales.USER_BITS))
        .isInstanceOf(UnclippedUserException.class)
        .hasMessageContaining("vector");
    vector[1] = 0;
    UserIntegers.requireClipped("vector", vector, 1L << Scales.USER_BITS);
  }

  @Test
  void complete_sumBeyondItsBound_publishesPopularItems() throws Exception {
    Dpals dpals = Form.RATINGS.algorithm(10, 20);
    dpals.algorithm().complete(0, sum(dpals, 0, ratings(USERS, 3), 1), work);
    RoundSpec round = dpals.algorithm().specs().get(1);

    TestHolders.assertPopular(
        dpals.algorithm().publication(),
        dpals
            .algorithm()
            .complete(
                1, PlainSum.of(round, (offset, out) -> out.setSigned(7, Long.MAX_VALUE)), work),
        work,
        "sum-out-of-range");
  }

  static Stream<long[]> countsThatAreNone() {
    long[] negative = new long[ITEMS];
    negative[3] = -1;
    return Stream.of(negative, new long[ITEMS - 1]);
  }

  @ParameterizedTest
  @MethodSource("countsThatAreNone")
  void contribute_countsThatAreNone_areRefused(long[] counts) throws Exception {
    Dpals dpals = Form.RATINGS.algorithm(10, 20);
    DpalsBroadcast.write(
        work.resolve(dpals.algorithm().specs().get(1).broadcastFile()), counts, 0, null);

    assertThatThrownBy(() -> values(dpals, 1, ratings(2, 1)))
        .isInstanceOf(ContributionRefusedException.class);
  }

  @Test
  void contribute_vectorThatIsNotFinite_isRefused() throws Exception {
    Dpals dpals = Form.RATINGS.algorithm(10, 20);
    DenseMatrix vectors = DenseMatrix.zeros(dpals.als().frequent(ITEMS), RANK);
    vectors.data()[5] = Float.NaN;
    DpalsBroadcast.write(
        work.resolve(dpals.algorithm().specs().get(2).broadcastFile()),
        new long[ITEMS],
        0,
        vectors);

    assertThatThrownBy(() -> values(dpals, 2, ratings(2, 1)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("not finite");
  }

  @Test
  void warnings_ofInteractionsWithLittleEpsilon_compareWithPopularity() throws Exception {
    assertThat(Form.INTERACTIONS.algorithm(1, 20).algorithm().warnings())
        .singleElement()
        .asString()
        .contains("most popular");
    assertThat(Form.INTERACTIONS.algorithm(5, 20).algorithm().warnings()).isEmpty();
    assertThat(Form.RATINGS.algorithm(1, 20).algorithm().warnings()).isEmpty();
  }
}
