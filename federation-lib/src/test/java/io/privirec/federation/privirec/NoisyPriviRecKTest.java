package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.crypto.ring.Ring;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.NoiseSeed;
import io.privirec.federation.NoiseShare;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.factors.NoisyPriviRecK;
import io.privirec.federation.factors.NormalisedUsers;
import io.privirec.federation.factors.OuterProducts;
import io.privirec.federation.factors.PriviRecK;
import io.privirec.federation.items.Degrees;
import io.privirec.federation.items.FactorBroadcast;
import io.privirec.federation.items.ModelFiles;
import io.privirec.federation.local.PlainSum;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.filter.spectral.StartBasis;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.Release;
import io.privirec.wire.algorithm.FactorParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.PriviRecKParameters.Popular;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoisyPriviRecKTest {
  private static final int ITEMS = 60;
  private static final int POPULAR = 40;
  private static final int COLUMNS = 6;
  private static final PrivacyParameters PRIVACY = privacy(1);

  @TempDir private Path work;

  private static PrivacyParameters privacy(double epsilon) {
    return PrivacyParameters.of(epsilon, 1e-5)
        .withItemsPerUser(20)
        .withColluders(1)
        .withRounds("closed");
  }

  private static PriviRecKParameters settle(PriviRecKParameters asked)
      throws InvalidParametersException {
    return (PriviRecKParameters)
        AlgorithmRegistry.settleAsStated(PriviRecK.ID, asked, ITEMS, 10, () -> 3);
  }

  private static PriviRecKParameters asked(
      double epsilon, double clip, String lambda, @Nullable Integer items) {
    return PriviRecKParameters.DEFAULT
        .withFactors(
            FactorParameters.DEFAULT
                .withK(COLUMNS)
                .withOversampling(0)
                .withIterations(2)
                .withLambda(lambda))
        .withModel(new PriviRecKParameters.Spectral("root"))
        .withTopN(ITEMS)
        .withPopular(Popular.DEFAULT.withItems(items).withClip(clip))
        .withPrivacy(privacy(epsilon));
  }

  private static NoisyPriviRecK algorithm(double epsilon, double clip, String lambda)
      throws InvalidParametersException {
    return (NoisyPriviRecK)
        AlgorithmRegistry.settings(settle(asked(epsilon, clip, lambda, POPULAR)), ITEMS);
  }

  private RoundInput input(NoisyPriviRecK algorithm, int index, InteractionMatrix data) {
    RoundSpec round = algorithm.algorithm().specs().get(index);
    var mechanism = round.noise().orElseThrow().mechanism(PlainSum.CLOSED, 10);
    NoiseSeed seed = new NoiseSeed(SecretBytes.copyOf(new byte[NoiseSeed.SIZE_BYTES]));
    return new RoundInput(
        TestHolders.id(0),
        round,
        round.hasBroadcast() ? work.resolve(round.broadcastFile()) : null,
        RatingMatrix.of(data),
        Optional.of(new NoiseShare(mechanism, seed)));
  }

  private long[] values(NoisyPriviRecK algorithm, int index, InteractionMatrix data)
      throws IOException {
    RoundInput input = input(algorithm, index, data);
    return TestHolders.read(TestHolders.values(algorithm, input), input.round());
  }

  private static InteractionMatrix halves(int users) {
    Random random = new Random(5);
    return TestHolders.interactions(
        users, ITEMS, (user, item) -> item % 2 == user % 2 && random.nextInt(3) == 0);
  }

  /// Broadcasts as they come, and those of a coordinator that lies: bases that are not orthonormal,
  /// huge, or no numbers at all.
  @ParameterizedTest
  @ValueSource(strings = {"honest", "one direction", "huge", "infinite"})
  void contribution_ofOneUserMore_changesNoMoreThanTheNoiseIsFor(String kind) throws Exception {
    NoisyPriviRecK algorithm = algorithm(1, .5, "ritz");
    Random random = new Random(7);
    double[] largest = new double[algorithm.algorithm().specs().size()];
    for (int trial = 0; trial < 60; trial++) {
      long[] counts = random.longs(ITEMS, 0, 1 + random.nextLong(300)).toArray();
      broadcast(algorithm, counts, basis(kind, algorithm, random));
      boolean[] has = new boolean[ITEMS];
      random.ints(0, ITEMS).distinct().limit(random.nextInt(ITEMS)).forEach(i -> has[i] = true);
      InteractionMatrix rest = halves(trial % 4);
      InteractionMatrix all =
          TestHolders.interactions(
              rest.users() + 1,
              ITEMS,
              (user, item) -> user < rest.users() ? rest.contains(user, item) : has[item]);
      for (int index = 1; index < algorithm.algorithm().specs().size(); index++) {
        long[] with = values(algorithm, index, all);
        long[] without = values(algorithm, index, rest);
        double squares = 0;
        double absolute = 0;
        for (int i = 0; i < with.length; i++) {
          double change = with[i] - without[i];
          squares += change * change;
          absolute += Math.abs(change);
        }
        IntegerSensitivity bound =
            algorithm.algorithm().specs().get(index).noise().orElseThrow().sensitivity();
        assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(bound.l2());
        assertThat(absolute).isLessThanOrEqualTo(bound.l1());
        largest[index] = Math.max(largest[index], Math.sqrt(squares) / bound.l2());
      }
    }
    if (kind.equals("honest")) {
      // The first basis is honest whatever is broadcast.
      assertThat(largest[1]).isBetween(.1, 1.);
    }
  }

  private static DenseMatrix basis(String kind, NoisyPriviRecK algorithm, Random random) {
    DenseMatrix basis = algorithm.factors().start(POPULAR);
    if (kind.equals("honest")) {
      return basis;
    }
    float value =
        switch (kind) {
          case "one direction" -> (float) (1 / Math.sqrt(POPULAR));
          case "huge" -> 1e30f * random.nextFloat();
          default -> Float.POSITIVE_INFINITY;
        };
    float[] data = new float[basis.data().length];
    Arrays.fill(data, value);
    return DenseMatrix.of(POPULAR, COLUMNS, data);
  }

  private void broadcast(NoisyPriviRecK algorithm, long[] counts, DenseMatrix basis)
      throws IOException {
    List<RoundSpec> rounds = algorithm.algorithm().specs();
    ItemDegreesFile.write(work.resolve(rounds.get(1).broadcastFile()), counts);
    for (RoundSpec round : rounds.subList(2, rounds.size())) {
      FactorBroadcast.write(work.resolve(round.broadcastFile()), new Degrees(0, counts), basis);
    }
  }

  @Test
  void contribution_askedForInBlocks_isTheSame() throws Exception {
    NoisyPriviRecK algorithm = algorithm(1, .5, "ritz");
    broadcast(algorithm, halves(50).itemDegrees(), algorithm.factors().start(POPULAR));
    for (int index = 1; index < algorithm.algorithm().specs().size(); index++) {
      RoundInput input = input(algorithm, index, halves(30));
      var contribution = TestHolders.values(algorithm, input);
      long[] whole = TestHolders.read(contribution, input.round());
      for (int from = 0; from < whole.length; from += 7) {
        int count = Math.min(7, whole.length - from);
        assertThat(TestHolders.read(contribution, input.round(), from, count))
            .containsExactly(
                IntStream.range(from, from + count).mapToLong(i -> whole[i]).toArray());
      }
    }
  }

  @Test
  void rounds_together_haveTheEpsilonOfTheSession() throws Exception {
    NoisyPriviRecK algorithm = algorithm(1, .5, "ritz");
    assertThat(algorithm.algorithm().specs()).hasSize(4);
    Composition all =
        new Composition(
            algorithm.algorithm().specs().stream()
                .map(round ->
                    new Release(round.noise().orElseThrow().mechanism(PlainSum.CLOSED, 10), 1))
                .toList());
    assertThat(all.epsilon(1e-5, Conversion.CKS).epsilon())
        .isCloseTo(1, within(1e-3))
        .isLessThan(1);
    assertThat(algorithm.algorithm().disclosure()).isInstanceOf(Disclosure.NoisySums.class);
    assertThat(algorithm.algorithm().disclosure().opensItemPairs()).isFalse();
    assertThat(algorithm.algorithm().digest())
        .isNotEqualTo(algorithm(1, .6, "ritz").algorithm().digest());
  }

  /// At next to no noise, what is recommended of one half are items of this half.
  @ParameterizedTest
  @ValueSource(strings = {"ritz", "diag-t"})
  void session_ofTwoHalves_tellsThemApart(String lambda) throws Exception {
    NoisyPriviRecK algorithm = algorithm(100, 2, lambda);
    Path release =
        TestHolders.released(algorithm, TestHolders.dealt(RatingMatrix.of(halves(400)), 4), work);
    float[] scores = new float[ITEMS];
    try (FoldedFilter filter = FoldedFilter.open(release.resolve(ModelFiles.FILTER))) {
      // Of these, most are popular enough.
      filter.score(IntStream.range(0, 12).map(i -> 2 * i).toArray(), scores);
    }
    double even =
        IntStream.range(0, ITEMS).filter(i -> i % 2 == 0).mapToDouble(i -> scores[i]).sum();
    double odd =
        IntStream.range(0, ITEMS).filter(i -> i % 2 == 1).mapToDouble(i -> scores[i]).sum();
    assertThat(even).isGreaterThan(3 * Math.abs(odd));
  }

  @Test
  void plan_ofNothingButNoise_publishesPopularItemsWithTheNumbers() throws Exception {
    NoisyPriviRecK algorithm = algorithm(.5, .5, "ritz");
    var failed =
        TestHolders.run(algorithm, TestHolders.dealt(RatingMatrix.of(halves(30)), 4), work)
            .failure();
    TestHolders.assertFails(failed.orElseThrow(), "noise-above-signal");

    long[] counts = halves(3000).itemDegrees();
    ItemDegreesFile.write(work.resolve(ModelFiles.DEGREES), counts);
    broadcast(algorithm, counts, algorithm.factors().start(POPULAR));
    RoundSpec last = algorithm.algorithm().specs().get(2);
    PlainSum nothing =
        new PlainSum(
            last,
            TestHolders.dealt(RatingMatrix.of(halves(3)), 3).keySet().stream()
                .collect(
                    Collectors.toMap(
                        Function.identity(),
                        none -> (Contribution) (offset, out) -> {},
                        (one, other) -> one,
                        TreeMap::new)));
    PlanStep step = algorithm.algorithm().complete(2, nothing, work);
    TestHolders.assertPopular(
        algorithm.algorithm().publication(), step, work, "noise-above-signal");
    assertThat(((PlanStep.PublishPopular) step).detail())
        .contains("the largest singular value", "is 0.000");
  }

  /// A session publishes something for any noise and any data.
  @ParameterizedTest
  @CsvSource({"0, .01", "0, 100", "1, 3", "1, 100", "5, .1", "3000, .02", "3000, 1"})
  void session_ofAnyDataAndNoise_publishes(int users, double epsilon) throws Exception {
    NoisyPriviRecK algorithm = algorithm(epsilon, .5, "ritz");

    TestHolders.run(algorithm, TestHolders.dealt(RatingMatrix.of(halves(users)), 3), work);

    Path release = Files.createDirectory(work.resolve("release"));
    algorithm.algorithm().publication().write(work, release);
    assertThat(release.resolve(ModelFiles.DEGREES)).exists();
    assertThat(release.resolve(ModelFiles.FILTER).toFile().exists())
        .isEqualTo(algorithm.algorithm().publication().model(work).instead().isEmpty());
  }

  /// The counts stay good.
  @Test
  void plan_ofRitzMatrixOutOfRange_publishesPopularItems() throws Exception {
    NoisyPriviRecK algorithm = algorithm(100, .5, "ritz");
    long[] counts = halves(3000).itemDegrees();
    ItemDegreesFile.write(work.resolve(ModelFiles.DEGREES), counts);
    RoundSpec last = algorithm.algorithm().specs().getLast();
    FactorBroadcast.write(
        work.resolve(last.broadcastFile()),
        new Degrees(0, counts),
        algorithm.factors().start(POPULAR));

    PlanStep step =
        algorithm
            .algorithm()
            .complete(
                last.index(),
                PlainSum.of(last, (offset, out) -> out.setSigned(0, Long.MIN_VALUE)),
                work);

    TestHolders.assertPopular(algorithm.algorithm().publication(), step, work, "sum-out-of-range");
  }

  /// A refusal would tell the coordinator which row is above the bound.
  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 0x1p-1060, 4, 0x1p1000})
  void contribution_withAnyBound_isRefusedForNoUser_andWithinTheNorm(double bound) {
    for (int items = 1; items <= 9; items++) {
      NodeRows rows = NodeRows.interactions(TestHolders.interactions(1, items, (_, _) -> true));
      DenseMatrix basis = StartBasis.expand(7, items, 1);
      RingVector sum = RingVector.zero(new Ring(64), items);

      OuterProducts.of(rows, bound, basis, false).fill(0, sum);

      double squares =
          IntStream.range(0, items)
              .mapToDouble(item -> Math.pow((double) sum.getSigned(item), 2))
              .sum();
      assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(OuterProducts.LARGEST_NORM);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 0, -1, Double.NaN, Double.MAX_VALUE})
  void clip_outsideItsRange_isRejected(double clip) {
    assertThatThrownBy(() -> new NormalisedUsers(clip))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("clip must be in");
  }

  /// The larger epsilon and catalogue, the more items and columns.
  @ParameterizedTest
  @CsvSource({
    "1, 60, 60, 15, 15, 4",
    "1, 40000, 400, 100, 100, 4",
    "3, 40000, 600, 150, 150, 8",
    "8, 10000, 700, 175, 175, 16",
    "8, 40000, 1000, 250, 250, 16",
    "3, 4, 4, 1, 1, 1"
  })
  void settle_nothingButPrivacy_takesDefaultsByEpsilonAndCatalogue(
      double epsilon, int catalogue, int items, int rank, int oversampling, int idealRank)
      throws Exception {
    PriviRecKParameters asked = PriviRecKParameters.DEFAULT.withPrivacy(privacy(epsilon));
    PriviRecKParameters settled =
        (PriviRecKParameters)
            AlgorithmRegistry.settleAsStated(PriviRecK.ID, asked, catalogue, 10, () -> 3);
    assertThat(settled.popular()).isEqualTo(Popular.DEFAULT.withItems(items).withClip(.5));
    assertThat(settled.factors())
        .isEqualTo(
            FactorParameters.DEFAULT
                .withK(rank)
                .withOversampling(oversampling)
                .withIterations(1)
                .withLambda("ritz")
                .withSeed(3L));
    assertThat(settled.model())
        .isEqualTo(PriviRecKParameters.GfCf.DEFAULT.withGamma(1.).withIdealRank(idealRank));
    AlgorithmRegistry.build(settled, catalogue);
  }

  /// Its response makes more of small eigenvalues, which are noise: so there are fewer.
  @Test
  void settle_spectral_takesFewColumnsAndIteratesMany() throws Exception {
    PriviRecKParameters settled =
        settle(
            PriviRecKParameters.DEFAULT
                .withModel(new PriviRecKParameters.Spectral("root"))
                .withPrivacy(PRIVACY));
    assertThat(settled.factors())
        .isEqualTo(
            FactorParameters.DEFAULT
                .withK(4)
                .withOversampling(26)
                .withIterations(1)
                .withLambda("ritz")
                .withSeed(3L));
  }

  @Test
  void settle_whatNoiseDoesNotBear_isRefusedByName() {
    assertRefused("/parameters/factors/lambda", asked(1, .5, "nystrom", POPULAR));
    assertRefused("/parameters/popular/items", asked(1, .5, "ritz", ITEMS + 1));
    assertRefused(
        "/parameters/model/type",
        PriviRecKParameters.DEFAULT
            .withFactors(FactorParameters.DEFAULT)
            .withModel(PriviRecKParameters.TurboCf.DEFAULT.withExponent(1.).withFilter(1))
            .withTopN(ITEMS)
            .withPrivacy(PRIVACY));
    assertRefused(
        "/parameters/factors/k",
        PriviRecKParameters.DEFAULT
            .withFactors(FactorParameters.ofRank(POPULAR + 1))
            .withModel(new PriviRecKParameters.Spectral("root"))
            .withTopN(ITEMS)
            .withPopular(Popular.DEFAULT.withItems(POPULAR).withClip(.5))
            .withPrivacy(PRIVACY));
    assertRefused(
        "/parameters/popular",
        PriviRecKParameters.DEFAULT
            .withFactors(FactorParameters.DEFAULT)
            .withModel(new PriviRecKParameters.Spectral("root"))
            .withTopN(ITEMS)
            .withPopular(Popular.DEFAULT));
  }

  private static void assertRefused(String pointer, PriviRecKParameters asked) {
    assertThatThrownBy(() -> settle(asked))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            refused -> assertThat(refused.pointer()).isEqualTo(pointer));
  }

  @Test
  void contribution_toAMalformedBroadcast_isRefused() throws Exception {
    NoisyPriviRecK algorithm = algorithm(1, .5, "ritz");
    Path broadcast = work.resolve(algorithm.algorithm().specs().get(2).broadcastFile());
    ItemDegreesFile.write(broadcast, new long[ITEMS]);
    assertThatThrownBy(() -> values(algorithm, 2, halves(3)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("malformed");
    ItemDegreesFile.write(broadcast, new long[ITEMS - 1]);
    assertThatThrownBy(() -> values(algorithm, 2, halves(3)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("each of 60 items");
  }
}
