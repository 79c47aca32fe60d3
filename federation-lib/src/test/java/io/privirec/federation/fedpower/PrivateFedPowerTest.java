package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.PlanStep;
import io.privirec.federation.TestHolders;
import io.privirec.federation.WithGarbage;
import io.privirec.federation.factors.NoisyPriviRecK;
import io.privirec.federation.factors.OuterProducts;
import io.privirec.federation.factors.ProductShare.Product;
import io.privirec.federation.factors.Rows;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.local.PlainSum;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.power.TallMatrix;
import io.privirec.privacy.Composition;
import io.privirec.privacy.Conversion;
import io.privirec.privacy.Release;
import io.privirec.secagg.VectorSpec;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PrivacyParameters;
import io.privirec.wire.algorithm.PrivateFedPowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RowParameters;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrivateFedPowerTest {
  private static final int ITEMS = 60;
  private static final int POPULAR = 40;
  private static final int COLUMNS = 6;
  private static final int PARTICIPANTS = 4;

  @TempDir private Path work;

  private static PrivateFedPowerParameters asked(
      String rows, int localSteps, @Nullable Double productClip, double epsilon) {
    return PrivateFedPowerParameters.of(RowParameters.DEFAULT.withKind(rows).withLargest(5.))
        .withFactors(
            PowerParameters.DEFAULT
                .withK(COLUMNS)
                .withOversampling(0)
                .withLocalSteps(localSteps)
                .withRounds(2))
        .withPopular(
            PrivateFedPowerParameters.ClippedItems.DEFAULT
                .withItems(POPULAR)
                .withClip(rows.equals("normalised") ? 2. : null))
        .withProductClip(productClip)
        .withModel(new PriviRecKParameters.Spectral("root"))
        .withTopN(ITEMS)
        .withPrivacy(
            PrivacyParameters.of(epsilon, 1e-5)
                .withItemsPerUser(20)
                .withColluders(1)
                .withRounds("closed"));
  }

  private static PrivateFedPowerParameters settle(PrivateFedPowerParameters asked)
      throws InvalidParametersException {
    return (PrivateFedPowerParameters)
        AlgorithmRegistry.settleAsStated(PrivateFedPower.ID, asked, ITEMS, PARTICIPANTS, () -> 3);
  }

  private static PrivateFedPower algorithm(String rows, int localSteps, double epsilon)
      throws InvalidParametersException {
    return (PrivateFedPower)
        AlgorithmRegistry.settings(settle(asked(rows, localSteps, 5., epsilon)), ITEMS);
  }

  private static RatingMatrix halves(int users) {
    Random random = new Random(5);
    InteractionMatrix pattern =
        TestHolders.interactions(
            users, ITEMS, (user, item) -> item % 2 == user % 2 && random.nextInt(3) == 0);
    return rated(pattern, random);
  }

  private static RatingMatrix rated(InteractionMatrix pattern, Random random) {
    float[] values = new float[pattern.interactions()];
    for (int n = 0; n < values.length; n++) {
      values[n] = 1 + random.nextInt(9);
    }
    return RatingMatrix.of(pattern, values);
  }

  private static DenseMatrix basis(Random random) {
    double[] numbers = random.doubles((long) POPULAR * COLUMNS, -1, 1).toArray();
    return TallMatrix.of(POPULAR, COLUMNS, numbers).orthonormal().inFloats();
  }

  private static long[] integers(
      ClippedRows share, Product product, RatingMatrix users, DenseMatrix basis) throws Exception {
    long[] counts = new long[POPULAR];
    Arrays.setAll(counts, item -> 1 + item % 7);
    Contribution contribution = share.of(product, users, counts, basis);
    long length = (product == Product.WITH_BASIS ? POPULAR : COLUMNS) * (long) COLUMNS;
    VectorSpec vector =
        algorithm("normalised", 1, 1)
            .algorithm()
            .specs()
            .get(product == Product.WITH_BASIS ? 1 : 3)
            .vector();
    assertThat(vector.length()).isEqualTo(length);
    return TestHolders.read(
        contribution,
        algorithm("normalised", 1, 1)
            .algorithm()
            .specs()
            .get(product == Product.WITH_BASIS ? 1 : 3));
  }

  /// The claim that all noise rests on.
  @ParameterizedTest
  @CsvSource({
    "normalised, 1",
    "interactions, 1",
    "ratings, 1",
    "normalised, 3",
    "ratings, 3",
    "interactions, 16"
  })
  void contribution_ofOneUserMore_changesNoMoreThanTheNoiseIsFor(String rows, int localSteps)
      throws Exception {
    ClippedRows share = algorithm(rows, localSteps, 1).share();
    Random random = new Random(7);
    double largest = 0;
    for (int trial = 0; trial < 40; trial++) {
      RatingMatrix all =
          rated(
              TestHolders.interactions(
                  2 + trial % 4, POPULAR, (user, item) -> random.nextInt(1 + user % 3) == 0),
              random);
      RatingMatrix rest = all.rows(IntStream.range(1, all.pattern().users()).toArray());
      DenseMatrix basis = basis(random);
      for (Product product : Product.values()) {
        long[] with = integers(share, product, all, basis);
        long[] without = integers(share, product, rest, basis);
        double squares = 0;
        for (int i = 0; i < with.length; i++) {
          double change = with[i] - without[i];
          squares += change * change;
        }
        assertThat(Math.sqrt(squares)).isLessThanOrEqualTo(share.sensitivity(product));
        largest = Math.max(largest, Math.sqrt(squares) / share.sensitivity(product));
      }
    }
    assertThat(largest).as("of the bound").isGreaterThan(.1);
  }

  /// Local steps from what is no basis mean nothing, and say nothing about anybody.
  @Test
  void contribution_toWhatIsNoBasis_isRefused() throws Exception {
    ClippedRows share = algorithm("normalised", 2, 1).share();
    float[] ones = new float[POPULAR * COLUMNS];
    for (float value : new float[] {1, Float.NaN, Float.POSITIVE_INFINITY, 0}) {
      Arrays.fill(ones, value);
      DenseMatrix none = DenseMatrix.of(POPULAR, COLUMNS, ones.clone());
      assertThatThrownBy(() -> integers(share, Product.WITH_BASIS, halves(5).items(first()), none))
          .isInstanceOf(ContributionRefusedException.class)
          .hasMessageContaining("not orthonormal");
    }
  }

  private static int[] first() {
    return IntStream.range(0, POPULAR).toArray();
  }

  @ParameterizedTest
  @CsvSource({"normalised, 1", "ratings, 1", "normalised, 2"})
  void rounds_together_haveTheEpsilonOfTheSession(String rows, int localSteps) throws Exception {
    PrivateFedPower algorithm = algorithm(rows, localSteps, 1);
    assertThat(algorithm.algorithm().specs()).hasSize(4);
    Composition all =
        new Composition(
            algorithm.algorithm().specs().stream()
                .map(round ->
                    new Release(
                        round.noise().orElseThrow().mechanism(PlainSum.CLOSED, PARTICIPANTS), 1))
                .toList());
    assertThat(all.epsilon(1e-5, Conversion.CKS).epsilon())
        .isCloseTo(1, within(1e-3))
        .isLessThan(1);
    assertThat(algorithm.algorithm().disclosure()).isInstanceOf(Disclosure.NoisySums.class);
  }

  /// With p local steps a user can change all that its participant sends, by twice C.
  @Test
  void noise_withLocalSteps_isForAllThatAParticipantSends() throws Exception {
    double of =
        algorithm("normalised", 1, 1)
            .algorithm()
            .specs()
            .get(1)
            .noise()
            .orElseThrow()
            .sensitivity()
            .l2();
    double ofSteps =
        algorithm("normalised", 2, 1)
            .algorithm()
            .specs()
            .get(1)
            .noise()
            .orElseThrow()
            .sensitivity()
            .l2();
    assertThat(of).isEqualTo(OuterProducts.LARGEST_NORM);
    assertThat(ofSteps).isEqualTo(2 * of);
    assertThat(algorithm("normalised", 2, 1).algorithm().warnings())
        .anySatisfy(warning -> assertThat(warning).contains("more than one local step"));
  }

  @ParameterizedTest
  @CsvSource({"normalised, 1", "interactions, 1", "ratings, 1", "normalised, 2"})
  void session_ofTwoHalves_tellsThemApart(String rows, int localSteps) throws Exception {
    // At next to no noise. With local steps a user counts as much as a participant: of four, none
    // would stand out.
    int participants = localSteps > 1 ? 20 : PARTICIPANTS;
    PrivateFedPower algorithm =
        (PrivateFedPower)
            AlgorithmRegistry.settings(
                AlgorithmRegistry.settleAsStated(
                    PrivateFedPower.ID,
                    asked(rows, localSteps, null, 100),
                    ITEMS,
                    participants,
                    () -> 3),
                ITEMS);
    Path release =
        TestHolders.released(algorithm, TestHolders.dealt(halves(4000), participants), work);
    float[] scores = new float[ITEMS];
    try (FoldedFilter filter = FoldedFilter.open(release.resolve("filter.safetensors"))) {
      filter.score(IntStream.range(0, 12).map(i -> 2 * i).toArray(), scores);
    }
    double even =
        IntStream.range(0, ITEMS).filter(i -> i % 2 == 0).mapToDouble(i -> scores[i]).sum();
    double odd =
        IntStream.range(0, ITEMS).filter(i -> i % 2 == 1).mapToDouble(i -> scores[i]).sum();
    assertThat(even).isGreaterThan(3 * Math.abs(odd));
  }

  @ParameterizedTest
  @CsvSource({"normalised, 1, 1", "ratings, 1, 2", "interactions, 1, 3", "normalised, 2, 2"})
  void session_ofAParticipantThatSendsGarbage_publishesPopularItems(
      String rows, int localSteps, int round) throws Exception {
    InProcessSession.Result result =
        TestHolders.run(
            WithGarbage.of(algorithm(rows, localSteps, 100).algorithm(), TestHolders.id(1), round),
            TestHolders.dealt(halves(4000), PARTICIPANTS),
            work);

    PlanStep.Fail why = result.failure().orElseThrow();
    assertThat(why.code()).isEqualTo("sum-out-of-range");
    TestHolders.assertPopular(
        algorithm(rows, localSteps, 100).algorithm().publication(),
        new PlanStep.PublishPopular(why.code(), why.detail()),
        work,
        "sum-out-of-range");
  }

  @Test
  void settle_nothingButPrivacy_takesDefaults() throws Exception {
    PrivateFedPowerParameters settled =
        settle(PrivateFedPowerParameters.DEFAULT.withPrivacy(PrivacyParameters.of(1., 1e-5)));
    assertThat(settled.popular().clip()).isEqualTo(.5);
    assertThat(settled.popular().items()).isEqualTo(ITEMS);
    assertThat(settled.productClip()).isEqualTo(2. / PARTICIPANTS);
    assertThat(settled.factors().seed()).isEqualTo(3);
    assertThat(settle(settled)).isEqualTo(settled);
  }

  @Test
  void settle_whatCannotBe_isRefusedByName() {
    assertRefused("/parameters/privacy", PrivateFedPowerParameters.DEFAULT);
    assertRefused("/parameters/productClip", asked("ratings", 2, null, 1));
    assertRefused("/parameters/factors/k", with(POPULAR + 1, POPULAR));
    assertRefused("/parameters/popular/items", with(3, ITEMS + 1));
    assertRefused("/parameters/rows/kind", asked("columns", 2, null, 1));
  }

  private static PrivateFedPowerParameters with(int k, int items) {
    return PrivateFedPowerParameters.DEFAULT
        .withFactors(PowerParameters.DEFAULT.withK(k))
        .withPopular(PrivateFedPowerParameters.ClippedItems.DEFAULT.withItems(items))
        .withPrivacy(PrivacyParameters.of(1., 1e-5));
  }

  private static void assertRefused(String pointer, PrivateFedPowerParameters asked) {
    assertThatThrownBy(() -> settle(asked))
        .isInstanceOfSatisfying(
            InvalidParametersException.class,
            refused -> assertThat(refused.pointer()).isEqualTo(pointer));
  }

  @Test
  void contribution_ofNobody_isZeros() throws Exception {
    ClippedRows share = algorithm("ratings", 3, 1).share();
    RatingMatrix nobody = halves(3).items(first()).rows(new int[0]);
    assertThat(integers(share, Product.WITH_BASIS, nobody, basis(new Random(3)))).containsOnly(0);
  }

  @Test
  void contributor_countsWhatItHolds() throws Exception {
    assertThat(algorithm("normalised", 1, 1).algorithm().workingSet().participant())
        .isGreaterThan((long) Float.BYTES * POPULAR * COLUMNS);
    assertThat(algorithm("normalised", 2, 1).algorithm().workingSet().participant())
        .isGreaterThan((long) Double.BYTES * POPULAR * COLUMNS);
  }

  /// What noise for all that a participant sends leaves of four of them.
  @Test
  void session_ofLocalStepsAndFewParticipants_publishesPopularItems() throws Exception {
    InProcessSession.Result result =
        TestHolders.run(
            algorithm("normalised", 2, 1), TestHolders.dealt(halves(4000), PARTICIPANTS), work);

    PlanStep.Fail why = result.failure().orElseThrow();
    TestHolders.assertPopular(
        algorithm("normalised", 2, 1).algorithm().publication(),
        new PlanStep.PublishPopular(why.code(), why.detail()),
        work,
        "noise-above-signal");
  }

  @Test
  void digest_dependsOnEveryParameter() throws Exception {
    Rows ratings = new Rows.Ratings(5);
    NoisyPriviRecK frame = algorithm("ratings", 1, 1).frame();
    List<PrivateFedPower> different =
        List.of(
            algorithm("normalised", 1, 2),
            new PrivateFedPower(frame, new ClippedRows(new Rows.Normalised(), 20, 1, 5)),
            new PrivateFedPower(frame, new ClippedRows(new Rows.Interactions(), 20, 1, 5)),
            new PrivateFedPower(frame, new ClippedRows(ratings, 20, 1, 5)),
            new PrivateFedPower(frame, new ClippedRows(new Rows.Ratings(4), 20, 1, 5)),
            new PrivateFedPower(frame, new ClippedRows(ratings, 21, 1, 5)),
            new PrivateFedPower(frame, new ClippedRows(ratings, 20, 2, 5)),
            new PrivateFedPower(frame, new ClippedRows(ratings, 20, 1, 6)));
    assertThat(different).extracting(each -> each.algorithm().digest()).doesNotHaveDuplicates();
  }
}
