package io.privirec.federation.privirec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.crypto.digest.Digest;
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
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.local.PlainSum;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.IntegerSensitivity;
import io.privirec.privacy.NoiseShares;
import io.privirec.privacy.Release;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundKind;
import io.privirec.secagg.ThreatModel;
import io.privirec.secagg.Thresholds;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PriviRecParameters;
import io.privirec.wire.algorithm.PriviRecParameters.PopularGram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NoisyPriviRecTest {
  private static final int ITEMS = 60;
  private static final int POPULAR = 40;

  @TempDir private Path work;

  private static NoisyPriviRec algorithm(
      double epsilon, @Nullable Integer itemsPerUser, String rounds, PriviRecParameters.Model model)
      throws InvalidParametersException {
    var privacy =
        PrivacyParameters.of(epsilon, 1e-5)
            .withItemsPerUser(itemsPerUser)
            .withColluders(1)
            .withRounds(rounds);
    PriviRecParameters asked =
        PriviRecParameters.DEFAULT.withModel(model).withTopN(ITEMS).withPrivacy(privacy);
    return (NoisyPriviRec)
        AlgorithmRegistry.settings(
            AlgorithmRegistry.settleAsStated(PriviRec.ID, asked, ITEMS, 10, () -> 0), ITEMS);
  }

  private static NoisyPriviRec algorithm(double epsilon, int itemsPerUser)
      throws InvalidParametersException {
    return algorithm(
        epsilon,
        itemsPerUser,
        "closed",
        PopularGram.withThreshold(POPULAR, itemsPerUser, 1.5, .1, 1.));
  }

  /// As a participant has it, in a cohort of ten.
  private static RoundInput input(
      NoisyPriviRec algorithm, int index, Path work, RatingMatrix data) {
    return input(algorithm, index, work, TestHolders.id(0), data);
  }

  private static RoundInput input(
      NoisyPriviRec algorithm, int index, Path work, ParticipantId holder, RatingMatrix data) {
    RoundSpec round = algorithm.algorithm().specs().get(index);
    var mechanism = round.noise().orElseThrow().mechanism(PlainSum.CLOSED, 10);
    byte[] own = Digest.of(holder.value().getBytes(StandardCharsets.US_ASCII)).bytes();
    var seed = new NoiseSeed(SecretBytes.copyOf(own));
    return new RoundInput(
        holder,
        round,
        round.hasBroadcast() ? work.resolve(round.broadcastFile()) : null,
        data,
        Optional.of(new NoiseShare(mechanism, seed)));
  }

  /// Returns the values of a participant's data in a round, without noise.
  private long[] values(NoisyPriviRec algorithm, int index, InteractionMatrix data)
      throws IOException {
    RoundInput input = input(algorithm, index, work, RatingMatrix.of(data));
    return TestHolders.read(TestHolders.values(algorithm, input), input.round());
  }

  private void broadcast(NoisyPriviRec algorithm, long[] counts) throws IOException {
    ItemDegreesFile.write(
        work.resolve(algorithm.algorithm().specs().get(1).broadcastFile()), counts);
  }

  /// Items ascending in popularity, of which each user has those of one or two tastes.
  private static InteractionMatrix tastes(int users) {
    Random random = new Random(5);
    return TestHolders.interactions(
        users,
        ITEMS,
        (user, item) ->
            (item % 4 == user % 4 && random.nextInt(ITEMS) < item) || random.nextInt(40) == 0);
  }

  /// The long form has 14,000 neighbours, with `-Dtests.long=true`.
  private static final int TRIALS = Boolean.getBoolean("tests.long") ? 2_000 : 150;

  /// Users have few, many or all items, popular or not, alone or beside others. The coordinator
  /// lies about counts. With 0 items per user, items are weighted and no user is sampled.
  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3, 7, 20, 33, 100})
  void contribution_ofOneUserMore_changesNoMoreThanTheNoiseIsFor(int itemsPerUser)
      throws Exception {
    NoisyPriviRec algorithm =
        itemsPerUser == 0
            ? algorithm(1, null, "closed", PopularGram.DEFAULT)
            : algorithm(1, itemsPerUser);
    double ofCounts = itemsPerUser == 0 ? 17 / 16. : itemsPerUser + 1;
    Random random = new Random(itemsPerUser);
    double[] largest = new double[2];
    double[] absolute = new double[2];
    for (int trial = 0; trial < TRIALS; trial++) {
      long most = trial % 5 == 0 ? Long.MAX_VALUE : 1 + random.nextLong(trial % 5 == 1 ? 2 : 1000);
      broadcast(algorithm, random.longs(ITEMS, 0, most).toArray());
      int count = trial <= ITEMS ? trial : random.nextInt(ITEMS + 1);
      boolean[] has = new boolean[ITEMS];
      random.ints(0, ITEMS).distinct().limit(count).forEach(item -> has[item] = true);
      int others = trial % 3 == 0 ? 0 : 1 + random.nextInt(4);
      InteractionMatrix rest = tastes(others);
      InteractionMatrix all =
          TestHolders.interactions(
              others + 1,
              ITEMS,
              (user, item) -> user == others ? has[item] : rest.contains(user, item));
      for (int index = 0; index < 2; index++) {
        long[] without = values(algorithm, index, rest);
        long[] with = values(algorithm, index, all);
        long[] change =
            IntStream.range(0, with.length).mapToLong(i -> with[i] - without[i]).toArray();
        largest[index] =
            Math.max(largest[index], Arrays.stream(change).mapToDouble(c -> (double) c * c).sum());
        absolute[index] =
            Math.max(absolute[index], Arrays.stream(change).mapToDouble(Math::abs).sum());
      }
    }
    for (int index = 0; index < 2; index++) {
      IntegerSensitivity counted =
          algorithm.algorithm().specs().get(index).noise().orElseThrow().sensitivity();
      // Some user reaches it: noise is for no more than that.
      assertThat(Math.sqrt(largest[index]))
          .isBetween(.999 * counted.l2(), counted.l2() * (1 + 0x1p-40));
      assertThat(absolute[index]).isLessThanOrEqualTo(counted.l1());
      double scale = Math.scalb(1., algorithm.algorithm().specs().get(index).vector().scaleBits());
      assertThat(counted.l2()).isLessThanOrEqualTo(scale * Math.sqrt(index == 0 ? ofCounts : .5));
    }
  }

  @ParameterizedTest
  @CsvSource({"1, closed", "10, closed", "3, tolerant"})
  void rounds_together_meetTheTargetAndLittleMore(double epsilon, String rounds) throws Exception {
    NoisyPriviRec algorithm = algorithm(epsilon, 20, rounds, PopularGram.of(POPULAR, null));
    RoundKind kind =
        rounds.equals("closed")
            ? PlainSum.CLOSED
            : new RoundKind.Tolerant(Thresholds.of(ThreatModel.SEMI_MALICIOUS, 10, 1, 8));

    Composition both =
        new Composition(
            algorithm.algorithm().specs().stream()
                .map(round -> new Release(round.noise().orElseThrow().mechanism(kind, 10), 1))
                .toList());

    assertThat(both.epsilon(1e-5, Conversion.CKS).epsilon()).isBetween(.99 * epsilon, epsilon);
    assertThat(algorithm.algorithm().disclosure())
        .isEqualTo(new Disclosure.NoisySums(algorithm.privacy().terms()));
    assertThat(algorithm.algorithm().closed()).isEqualTo(rounds.equals("closed"));
  }

  /// No user has more items than the sum counts, and no participant adds noise.
  @Test
  void release_withoutNoise_isTheFilterComputedPlainly() throws Exception {
    NoisyPriviRec algorithm = algorithm(100, 60);
    InteractionMatrix all = tastes(4000);
    Path release = release(algorithm, all, "release");

    long[] v = all.itemDegrees();
    assertThat(ItemDegreesFile.read(release.resolve("item-degrees.safetensors"))).isEqualTo(v);
    int[] popular = algorithm.gramRound().chosen(v);
    double sigma = algorithm.deviation(new NoiseShares(10, 1, 0));
    double most = v[popular[0]];
    try (FoldedFilter folded = FoldedFilter.open(release.resolve("filter.safetensors"))) {
      for (int i = 0; i < ITEMS; i++) {
        for (int j = 0; j < ITEMS; j++) {
          int first = i;
          int second = j;
          boolean both =
              i != j
                  && IntStream.of(popular).anyMatch(item -> item == first)
                  && IntStream.of(popular).anyMatch(item -> item == second);
          double g = gram(all.items(popular), popular, i, j);
          double expected =
              Math.max(0, g - 1.5 * sigma) * Math.sqrt(most / v[i]) * Math.pow(most / v[j], .1)
                  + sigma * v[j] / most;
          // ⌊2^s/d⌋ for 2^s/d, and half floats.
          assertThat((double) folded.contribution(i, j))
              .isCloseTo(both ? expected : 0, within(.002 * Math.abs(expected) + .001 * g));
        }
      }
    }
  }

  private static double gram(InteractionMatrix among, int[] popular, int i, int j) {
    int first = place(popular, i);
    int second = place(popular, j);
    double sum = 0;
    for (int user = 0; user < among.users() && first >= 0 && second >= 0; user++) {
      boolean both = among.contains(user, first) && among.contains(user, second);
      double own = among.rowLength(user);
      sum += both ? 1 / Math.sqrt(own * (own - 1)) : 0;
    }
    return sum;
  }

  private static int place(int[] popular, int item) {
    return IntStream.range(0, popular.length).filter(n -> popular[n] == item).findAny().orElse(-1);
  }

  private PlainSum sum(NoisyPriviRec algorithm, int index, InteractionMatrix all, boolean noisy)
      throws IOException {
    SortedMap<ParticipantId, Contribution> contributions = new TreeMap<>();
    for (var own : TestHolders.dealt(RatingMatrix.of(all), 10).entrySet()) {
      RoundInput input = input(algorithm, index, work, own.getKey(), own.getValue());
      contributions.put(
          own.getKey(),
          noisy ? algorithm.algorithm().contribution(input) : TestHolders.values(algorithm, input));
    }
    return new PlainSum(algorithm.algorithm().specs().get(index), contributions);
  }

  /// Publishes a release of values without noise.
  private Path release(NoisyPriviRec algorithm, InteractionMatrix all, String name)
      throws IOException {
    for (int index = 0; index < 2; index++) {
      PlanStep step =
          algorithm.algorithm().complete(index, sum(algorithm, index, all, false), work);
      assertThat(step).isInstanceOf(index == 0 ? PlanStep.NextRound.class : PlanStep.Publish.class);
    }
    Path release = Files.createDirectory(work.resolve(name));
    algorithm.algorithm().publication().write(work, release);
    return release;
  }

  @Test
  void plan_stepsRepeated_publishTheSameBytes() throws Exception {
    NoisyPriviRec algorithm = algorithm(100, 20);
    InteractionMatrix all = tastes(3000);

    Path first = release(algorithm, all, "first");
    Path second = release(algorithm, all, "second");

    assertThat(first.toFile().list())
        .containsExactlyInAnyOrder("item-degrees.safetensors", "filter.safetensors");
    for (String name : List.of("item-degrees.safetensors", "filter.safetensors")) {
      assertThat(second.resolve(name)).hasSameBinaryContentAs(first.resolve(name));
    }
  }

  /// The entries differ from entries without noise by noise alone. Its deviation is the deviation
  /// of the threshold.
  @Test
  void session_throughSecureSums_hasTheNoiseThatItReckonsWith() throws Exception {
    NoisyPriviRec algorithm =
        algorithm(3, 60, "closed", PopularGram.withThreshold(ITEMS, 60, 0., 0., 0.));
    InteractionMatrix all = tastes(3000);
    var data = new TreeMap<>(TestHolders.dealt(RatingMatrix.of(all), 5));

    assertThat(new InProcessSession(algorithm.algorithm(), data, (_, _) -> {}).run(work).failure())
        .isEmpty();

    double variance = 0;
    var model = algorithm.model();
    int[][] single = IntStream.range(0, ITEMS).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
    DenseMatrix scores = model.filter(work).scoreBatch(single);
    long[] counts = ItemDegreesFile.read(work.resolve("item-degrees.safetensors"));
    double most = Arrays.stream(counts).max().orElseThrow();
    for (int i = 0; i < ITEMS; i++) {
      for (int j = i + 1; j < ITEMS; j++) {
        double entry = scores.get(i, j) * Math.sqrt(Math.max(1, counts[i]) / most);
        double noise = entry - gram(all, IntStream.range(0, ITEMS).toArray(), i, j);
        variance += noise * noise / (ITEMS * (ITEMS - 1) / 2);
      }
    }
    double sigma = algorithm.deviation(new NoiseShares(5, 1, 0));
    // Six standard deviations of a mean of 1770 squares, and what rounding down takes off.
    assertThat(variance / sigma / sigma).isCloseTo(1, within(.25));
  }

  @Test
  void warnings_ofLittleEpsilon_sayHowManyUsersAPairNeeds() throws Exception {
    assertThat(algorithm(1, 20).algorithm().warnings()).isEmpty();
    assertThat(algorithm(.1, 20).algorithm().warnings())
        .singleElement()
        .asString()
        .contains("deviation of at least 27.7", "some 555 users with 10 popular items");
  }

  @Test
  void complete_nothingButNoise_publishesPopularItems() throws Exception {
    NoisyPriviRec algorithm = algorithm(.5, 20);
    TestHolders.assertPopular(
        algorithm.algorithm().publication(),
        algorithm.algorithm().complete(0, sum(algorithm, 0, tastes(20), true), work),
        work,
        "noise-above-signal");

    broadcast(algorithm, new long[ITEMS]);
    PlanStep step = algorithm.algorithm().complete(1, sum(algorithm, 1, tastes(0), true), work);
    TestHolders.assertPopular(
        algorithm.algorithm().publication(), step, work, "noise-above-signal");
    assertThat(((PlanStep.PublishPopular) step).detail()).contains("larger epsilon than 0.5");
  }

  /// Garbage in G leaves the counts as they are.
  @Test
  void complete_sumBeyondTheRing_publishesPopularItems() throws Exception {
    NoisyPriviRec algorithm = algorithm(100, 20);
    assertThat(algorithm.algorithm().complete(0, sum(algorithm, 0, tastes(3000), true), work))
        .isInstanceOf(PlanStep.NextRound.class);
    RoundSpec round = algorithm.algorithm().specs().get(1);

    PlanStep step =
        algorithm
            .algorithm()
            .complete(
                1, PlainSum.of(round, (offset, out) -> out.setSigned(7, -(1 << 30) - 1)), work);

    TestHolders.assertPopular(algorithm.algorithm().publication(), step, work, "sum-out-of-range");
  }

  /// A session publishes something for any noise and any data. 0 items: as the counts choose.
  @ParameterizedTest
  @CsvSource({
    "0, .01, 40",
    "0, 100, 40",
    "1, .01, 40",
    "1, 3, 40",
    "1, 100, 40",
    "5, .1, 40",
    "40, 1, 40",
    "3000, .02, 40",
    "0, 100, 0",
    "1, 3, 0",
    "1, 100, 0",
    "40, 1, 0",
    "40, 100, 2",
    "3000, 10, 2"
  })
  void session_ofAnyDataAndNoise_publishes(int users, double epsilon, int items) throws Exception {
    NoisyPriviRec algorithm =
        items == POPULAR
            ? algorithm(epsilon, 20)
            : algorithm(epsilon, null, "closed", PopularGram.of(items == 0 ? null : items, null));

    TestHolders.run(algorithm, TestHolders.dealt(RatingMatrix.of(tastes(users)), 3), work);

    Path release = Files.createDirectory(work.resolve("release"));
    algorithm.algorithm().publication().write(work, release);
    assertThat(release.resolve("item-degrees.safetensors")).exists();
    assertThat(release.resolve("filter.safetensors").toFile().exists())
        .isEqualTo(algorithm.algorithm().publication().model(work).instead().isEmpty());
  }

  /// Each user of at least two popular items changes G by the same, but for rounding.
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 40})
  void contribution_ofAnyUser_hasTheNormThatTheNoiseIsFor(int own) throws Exception {
    NoisyPriviRec algorithm = algorithm(1, 60);
    broadcast(algorithm, LongStream.rangeClosed(1, ITEMS).toArray());
    InteractionMatrix user = TestHolders.interactions(1, ITEMS, (_, item) -> item >= ITEMS - own);

    long[] values = values(algorithm, 1, user);

    double norm = Math.sqrt(Arrays.stream(values).mapToDouble(v -> (double) v * v).sum());
    double bound = algorithm.algorithm().specs().get(1).noise().orElseThrow().sensitivity().l2();
    assertThat(norm).isBetween(.997 * bound, bound);
  }

  /// Items that are not in the broadcast are in no pair, and the rest of the triangle is empty.
  @Test
  void contribution_ofFewerItems_comesFirst() throws Exception {
    NoisyPriviRec algorithm = algorithm(1, 60);
    long[] counts = new long[ITEMS];
    Arrays.fill(counts, ITEMS - 5, ITEMS, 9);
    broadcast(algorithm, counts);

    long[] values = values(algorithm, 1, tastes(500));

    assertThat(Arrays.copyOf(values, 10)).doesNotContain(0);
    assertThat(Arrays.copyOfRange(values, 10, values.length)).containsOnly(0);
  }

  /// The size, form and rank follow the noisy sums; each form is published.
  @ParameterizedTest
  @ValueSource(strings = {"gf-cf", "projector", "turbo-cf", "bspm", "threshold"})
  void session_ofEachForm_publishesAFilterOfTheItemsThatTheCountsChoose(String form)
      throws Exception {
    NoisyPriviRec algorithm = algorithm(10, null, "closed", PopularGram.ofForm(form));
    InteractionMatrix all = tastes(3000);

    TestHolders.run(algorithm, TestHolders.dealt(RatingMatrix.of(all), 5), work);

    Path release = Files.createDirectory(work.resolve("release"));
    algorithm.algorithm().publication().write(work, release);
    long[] broadcast =
        ItemDegreesFile.read(work.resolve(algorithm.algorithm().specs().get(1).broadcastFile()));
    long chosen = Arrays.stream(broadcast).filter(count -> count > 0).count();
    assertThat(algorithm.popular()).isEqualTo(ITEMS);
    assertThat(chosen).isBetween(10L, (long) ITEMS);
    try (FoldedFilter folded = FoldedFilter.open(release.resolve("filter.safetensors"))) {
      int sameTaste = 0;
      for (int j = ITEMS - 2; j > ITEMS - 14; j--) {
        sameTaste += folded.contribution(ITEMS - 1, j) > 0 && j % 4 == (ITEMS - 1) % 4 ? 1 : 0;
      }
      assertThat(sameTaste).isEqualTo(3);
    }
  }

  @Test
  void contribution_brokenBroadcast_isRefused() throws Exception {
    NoisyPriviRec algorithm = algorithm(1, 20);
    long[] negative = new long[ITEMS];
    negative[7] = -1;
    for (long[] counts : new long[][] {new long[ITEMS - 1], negative}) {
      broadcast(algorithm, counts);
      assertThatThrownBy(() -> values(algorithm, 1, tastes(3)))
          .isInstanceOf(ContributionRefusedException.class)
          .hasMessageContaining("at least 0 for each of 60 items");
    }
    Files.writeString(
        work.resolve(algorithm.algorithm().specs().get(1).broadcastFile()), "no tensors");
    assertThatThrownBy(() -> values(algorithm, 1, tastes(3)))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("malformed");
  }

  @Test
  void contribution_inBlocks_isThatOfTheWhole() throws Exception {
    NoisyPriviRec algorithm = algorithm(1, 20);
    broadcast(algorithm, tastes(500).itemDegrees());
    RoundInput input = input(algorithm, 1, work, RatingMatrix.of(tastes(500)));
    var contribution = TestHolders.values(algorithm, input);
    long[] whole = TestHolders.read(contribution, input.round());
    assertThat(whole).hasSize(POPULAR * (POPULAR - 1) / 2);
    for (int from = 0, step = 1; from < whole.length; from += step, step = step * 2 + 1) {
      int to = Math.min(whole.length, from + step);
      assertThat(TestHolders.read(contribution, input.round(), from, to - from))
          .isEqualTo(Arrays.copyOfRange(whole, from, to));
    }
  }

  @Test
  void digest_ofEachParameter_isItsOwn() throws Exception {
    Set<Digest> digests = new HashSet<>();
    digests.add(algorithm(1, 20).algorithm().digest());
    digests.add(algorithm(1, 21).algorithm().digest());
    digests.add(algorithm(2, 20).algorithm().digest());
    digests.add(
        algorithm(1, 20, "tolerant", PopularGram.withThreshold(POPULAR, 20, 1.5, .1, 1.))
            .algorithm()
            .digest());
    digests.add(
        algorithm(1, 20, "closed", PopularGram.withThreshold(39, 20, 1.5, .1, 1.))
            .algorithm()
            .digest());
    digests.add(
        algorithm(1, 20, "closed", PopularGram.withThreshold(POPULAR, 20, 1.6, .1, 1.))
            .algorithm()
            .digest());
    digests.add(
        algorithm(1, 20, "closed", PopularGram.withThreshold(POPULAR, 20, 1.5, .2, 1.))
            .algorithm()
            .digest());
    digests.add(
        algorithm(1, 20, "closed", PopularGram.withThreshold(POPULAR, 20, 1.5, .1, 1.1))
            .algorithm()
            .digest());
    digests.add(
        algorithm(1, 20, "closed", PopularGram.withThreshold(POPULAR, 21, 1.5, .1, 1.))
            .algorithm()
            .digest());
    assertThat(digests).hasSize(9);
  }
}
