package io.privirec.federation.fedpower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.Disclosure;
import io.privirec.federation.InvalidParametersException;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.WithGarbage;
import io.privirec.federation.factors.FedPowerBroadcast;
import io.privirec.federation.factors.Rows;
import io.privirec.federation.local.InProcessSession;
import io.privirec.federation.registry.AlgorithmRegistry;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import io.privirec.filter.power.LocalPower;
import io.privirec.filter.power.NodeRows;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.algorithm.FedPowerParameters;
import io.privirec.wire.algorithm.PowerParameters;
import io.privirec.wire.algorithm.PriviRecKParameters;
import io.privirec.wire.algorithm.RowParameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FedPowerTest {
  private static final int PARTICIPANTS = 3;
  private static final int USERS = 120;
  private static final int ITEMS = 30;
  private static final int K = 3;
  private static final long SEED = 5;

  @TempDir Path work;

  /// Two groups of users who like different halves of the items, with chance beside; item 7 is of
  /// one user alone.
  private static RatingMatrix ratings() {
    Random random = new Random(11);
    InteractionMatrix pattern =
        TestHolders.interactions(
            USERS,
            ITEMS,
            (user, item) ->
                item == 7
                    ? user == 0
                    : random.nextInt((user % 2 == 0) == (item < ITEMS / 2) ? 2 : 6) == 0);
    float[] values = new float[pattern.interactions()];
    for (int n = 0; n < values.length; n++) {
      values[n] = 1 + random.nextInt(5);
    }
    return RatingMatrix.of(pattern, values);
  }

  private static FedPower fedPower(String rows, int localSteps, int rounds, double tolerance)
      throws InvalidParametersException {
    return build(
        FedPowerParameters.of(RowParameters.DEFAULT.withKind(rows))
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(K)
                    .withOversampling(2)
                    .withLocalSteps(localSteps)
                    .withRounds(rounds)
                    .withSeed(SEED))
            .withTolerance(tolerance)
            .withTopN(10)
            .withMinSupport(2));
  }

  private static FedPower build(FedPowerParameters asked) throws InvalidParametersException {
    return (FedPower)
        AlgorithmRegistry.settings(
            AlgorithmRegistry.settleAsStated(
                FedPowerParameters.ALGORITHM, asked, ITEMS, PARTICIPANTS, () -> SEED),
            ITEMS);
  }

  private SpectralFactors published(FedPower algorithm) throws IOException {
    InProcessSession.Result result =
        TestHolders.run(algorithm, TestHolders.dealt(ratings(), PARTICIPANTS), work);
    assertThat(result.failure()).isEmpty();
    return FactorsFile.read(work.resolve(FactorsFile.NAME));
  }

  /// The leading eigenvectors of MᵀM, of the items that are in the session.
  private static SymmetricEigen exact(NodeRows rows) {
    double[] identity = new double[ITEMS * ITEMS];
    for (int item = 0; item < ITEMS; item++) {
      identity[item * ITEMS + item] = 1;
    }
    return SymmetricEigen.of(rows.gramTimes(TallMatrix.of(ITEMS, ITEMS, identity)).data(), ITEMS);
  }

  private static RatingMatrix supported() {
    long[] degrees = ratings().pattern().itemDegrees();
    BitSet kept = new BitSet();
    for (int n = 0; n < ratings().pattern().interactions(); n++) {
      kept.set(n, degrees[ratings().pattern().column(n)] >= 2);
    }
    return ratings().only(kept);
  }

  @Test
  void session_ofRatings_findsTheSingularVectorsOfAllRowsInOnePlace() throws Exception {
    SpectralFactors published = published(fedPower("ratings", 1, 128, 0));

    SymmetricEigen exact = exact(NodeRows.ratings(supported(), 5));
    TallMatrix vectors = TallMatrix.of(ITEMS, ITEMS, exact.vectors()).first(K);
    // Factors are published in floats.
    assertThat(TallMatrix.of(published.basis()).distance(vectors)).isLessThan(1e-6);
    for (int n = 0; n < K; n++) {
      assertThat((double) published.lambda()[n])
          .isCloseTo(exact.values()[n] / USERS, within(1e-5 * exact.values()[0] / USERS));
    }
    for (int c = 0; c < K; c++) {
      assertThat(published.basis().get(7, c)).isZero();
    }
  }

  @Test
  void session_ofNormalisedRows_hasTheEigenvaluesOfTheNormalisedGramMatrix() throws Exception {
    SpectralFactors published = published(fedPower("normalised", 1, 100, 0));

    InteractionMatrix pattern = supported().pattern();
    SymmetricEigen exact = exact(NodeRows.normalised(pattern, pattern.itemDegrees()));
    assertThat(published.lambda()[0]).isCloseTo(1, within(1e-6f));
    for (int n = 0; n < K; n++) {
      assertThat((double) published.lambda()[n]).isCloseTo(exact.values()[n], within(1e-6));
    }
    assertThat(published.itemDegrees()).isEqualTo(pattern.itemDegrees());
  }

  /// Of what is not normalised, filters must not be.
  @Test
  void session_ofRatings_isFoldedWithoutDegrees() throws Exception {
    assertThat(published(fedPower("ratings", 1, 3, 0)).itemDegrees()).containsOnly(0, 1);
  }

  /// The same steps without masks, ring and files: nothing but the rounding to 2⁻⁴⁰ is between.
  @Test
  void session_ofMoreLocalSteps_isThatOfItsParts() throws Exception {
    FedPower algorithm = fedPower("normalised", 3, 5, 0);
    SpectralFactors published = published(algorithm);

    long[] degrees = supported().pattern().itemDegrees();
    List<NodeRows> nodes = new ArrayList<>();
    TestHolders.dealt(ratings(), PARTICIPANTS)
        .values()
        .forEach(own -> nodes.add(new Rows.Normalised().of(own, degrees)));
    TallMatrix basis = algorithm.terms().start();
    for (int sync = 0; sync < 5; sync++) {
      TallMatrix sum = TallMatrix.zeros(ITEMS, K + 2);
      for (NodeRows node : nodes) {
        double[] part = new LocalPower(node, 3).from(basis).data();
        Arrays.setAll(sum.data(), n -> sum.data()[n] + part[n]);
      }
      basis = sum.orthonormal();
    }
    TallMatrix found = TallMatrix.of(published.basis());
    // The published columns lie in the span of the last basis.
    double outside = 0;
    double[] back = basis.cross(found);
    TallMatrix projected = basis.times(back, K);
    for (int n = 0; n < found.data().length; n++) {
      outside = Math.max(outside, Math.abs(found.data()[n] - projected.data()[n]));
    }
    assertThat(outside).isLessThan(1e-6);
  }

  @Test
  void session_thatChangesLittle_endsBeforeItsRounds() throws Exception {
    FedPower patient = fedPower("normalised", 1, 100, 1e-3);
    published(patient);

    assertThat(work.resolve(patient.algorithm().specs().getLast().broadcastFile())).exists();
    assertThat(work.resolve(patient.algorithm().specs().get(100).broadcastFile())).doesNotExist();
  }

  @Test
  void release_isAFoldedFilter() throws Exception {
    FedPower algorithm = fedPower("normalised", 1, 4, 0);
    published(algorithm);
    Path release = Files.createDirectory(work.resolve("release"));

    algorithm.algorithm().publication().write(work, release);

    assertThat(algorithm.algorithm().publication().own().kind()).isEqualTo(FoldedFilter.KIND);
    assertThat(release.resolve("filter.safetensors")).exists();
  }

  /// A basis that is not orthonormal could take a sum out of its bound, or make it one user's.
  @ParameterizedTest
  @CsvSource({"normalised, 1", "ratings, 1", "interactions, 1", "normalised, 3", "ratings, 4"})
  void session_ofAParticipantThatSendsGarbage_failsByName(String rows, int round) throws Exception {
    // The last round is that of the Ritz values.
    InProcessSession.Result result =
        TestHolders.run(
            WithGarbage.of(
                fedPower(rows, 1, round == 4 ? 3 : 2, 0).algorithm(), TestHolders.id(1), round),
            TestHolders.dealt(ratings(), PARTICIPANTS),
            work);

    assertThat(result.failure().orElseThrow().code()).isEqualTo("sum-out-of-range");
    assertThat(work.resolve(FactorsFile.NAME)).doesNotExist();
  }

  @Test
  void contribute_toABasisThatIsNotOrthonormal_isRefused() throws Exception {
    FedPower algorithm = fedPower("normalised", 1, 4, 0);
    published(algorithm);
    RoundSpec round = algorithm.algorithm().specs().get(2);
    Path file = work.resolve(round.broadcastFile());
    FedPowerBroadcast honest = FedPowerBroadcast.read(file, algorithm.terms(), false);
    TallMatrix twice =
        TallMatrix.of(ITEMS, K + 2, Arrays.stream(honest.basis().data()).map(n -> 2 * n).toArray());
    honest.with(twice).write(file);

    assertThatThrownBy(() -> contribute(algorithm, round, file))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("not orthonormal");
  }

  @Test
  void contribute_toAnItemOfOneUser_isRefused() throws Exception {
    FedPower algorithm = fedPower("normalised", 1, 4, 0);
    published(algorithm);
    RoundSpec round = algorithm.algorithm().specs().get(2);
    Path file = work.resolve(round.broadcastFile());
    FedPowerBroadcast honest = FedPowerBroadcast.read(file, algorithm.terms(), false);
    honest.itemDegrees()[7] = 1;
    honest.write(file);

    assertThatThrownBy(() -> contribute(algorithm, round, file))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("fewer than minSupport");
  }

  @Test
  void contribute_toAFileThatIsNone_isRefused() throws Exception {
    FedPower algorithm = fedPower("normalised", 1, 4, 0);
    Path file = Files.writeString(work.resolve("garbage"), "not tensors");

    assertThatThrownBy(() -> contribute(algorithm, algorithm.algorithm().specs().get(2), file))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("malformed");
  }

  private static void contribute(FedPower algorithm, RoundSpec round, Path broadcast)
      throws IOException {
    SortedMap<ParticipantId, RatingMatrix> data = TestHolders.dealt(ratings(), PARTICIPANTS);
    algorithm
        .algorithm()
        .contribution(new RoundInput(data.firstKey(), round, broadcast, data.get(data.firstKey())));
  }

  /// Half as many equations as unknowns, the sum for eigenvalues with them: everybody is asked.
  @Test
  void productsThatTellTooMuch_areSaidToOpenPairs() throws Exception {
    assertThat(fedPower("normalised", 1, 1, 0).algorithm().disclosure().opensItemPairs()).isFalse();
    assertThat(fedPower("normalised", 1, 2, 0).algorithm().disclosure().opensItemPairs()).isTrue();
    assertThat(fedPower("normalised", 1, 2, 0).algorithm().disclosure())
        .isInstanceOf(Disclosure.ExactSums.class);
  }

  /// Whole numbers are told from few of their sums.
  @Test
  void rowsThatAreNotNormalised_areNeverSummedUnasked() throws Exception {
    assertThat(fedPower("interactions", 1, 1, 0).algorithm().disclosure().opensItemPairs())
        .isTrue();
    assertThat(fedPower("ratings", 1, 1, 0).algorithm().disclosure().opensItemPairs()).isTrue();
    assertThat(fedPower("normalised", 1, 1, 0).algorithm().disclosure().opensItemPairs()).isFalse();
  }

  /// Which of the 30 items stay is told by the first sum: 10 equations are too many for 20.
  @Test
  void productsThatTellTooMuchOfWhoStays_endTheSession() throws Exception {
    FedPowerParameters asked =
        FedPowerParameters.DEFAULT
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(K)
                    .withOversampling(2)
                    .withLocalSteps(1)
                    .withRounds(1)
                    .withSeed(SEED))
            .withTolerance(0.)
            .withTopN(10)
            .withMinSupport(38);
    long kept = Arrays.stream(ratings().pattern().itemDegrees()).filter(d -> d >= 38).count();
    assertThat(kept).isBetween(5L, 20L);

    assertThat(
            TestHolders.run(build(asked), TestHolders.dealt(ratings(), PARTICIPANTS), work)
                .failure())
        .map(PlanStep.Fail::code)
        .contains("products-tell-item-pairs");
  }

  @Test
  void parameters_outOfRange_areRefused() {
    assertThatThrownBy(() ->
            build(
                FedPowerParameters.of(RowParameters.DEFAULT.withKind("rows"))
                    .withFactors(
                        PowerParameters.DEFAULT
                            .withK(K)
                            .withOversampling(2)
                            .withLocalSteps(1)
                            .withRounds(5)
                            .withSeed(1L))
                    .withTolerance(0.)
                    .withModel(new PriviRecKParameters.Spectral("flat"))
                    .withTopN(10)
                    .withMinSupport(2)))
        .isInstanceOf(InvalidParametersException.class);
    assertThatThrownBy(() -> fedPower("normalised", 17, 5, 0))
        .hasMessageContaining("localSteps must be in [1, 16]");
    assertThatThrownBy(() ->
            build(
                FedPowerParameters.of(RowParameters.DEFAULT.withKind("ratings"))
                    .withFactors(
                        PowerParameters.DEFAULT
                            .withK(K)
                            .withOversampling(2)
                            .withLocalSteps(1)
                            .withRounds(5)
                            .withSeed(1L))
                    .withTolerance(0.)
                    .withModel(PriviRecKParameters.GfCf.DEFAULT)
                    .withTopN(10)
                    .withMinSupport(2)))
        .hasMessageContaining("must be spectral");
    assertThatThrownBy(() ->
            build(
                FedPowerParameters.DEFAULT
                    .withFactors(
                        PowerParameters.DEFAULT
                            .withK(31)
                            .withOversampling(0)
                            .withLocalSteps(1)
                            .withRounds(5)
                            .withSeed(1L))
                    .withTolerance(0.)
                    .withTopN(10)
                    .withMinSupport(2)))
        .hasMessageContaining("the catalogue");
  }

  private static FedPower with(
      Double largest, int k, int oversampling, int topN, int minSupport, long seed)
      throws InvalidParametersException {
    return build(
        FedPowerParameters.of(RowParameters.DEFAULT.withKind("ratings").withLargest(largest))
            .withFactors(
                PowerParameters.DEFAULT
                    .withK(k)
                    .withOversampling(oversampling)
                    .withLocalSteps(1)
                    .withRounds(4)
                    .withSeed(seed))
            .withTolerance(0.)
            .withTopN(topN)
            .withMinSupport(minSupport));
  }

  @Test
  void digest_isOfEveryParameter() throws Exception {
    List<FedPower> all =
        List.of(
            fedPower("normalised", 1, 4, 0),
            fedPower("interactions", 1, 4, 0),
            with(null, K, 2, 10, 2, SEED),
            fedPower("normalised", 2, 4, 0),
            fedPower("normalised", 1, 5, 0),
            fedPower("normalised", 1, 4, .1),
            with(4., K, 2, 10, 2, SEED),
            with(null, K + 1, 2, 10, 2, SEED),
            with(null, K, 3, 10, 2, SEED),
            with(null, K, 2, 11, 2, SEED),
            with(null, K, 2, 10, 3, SEED),
            with(null, K, 2, 10, 2, SEED + 1));

    assertThat(all.stream().map(each -> each.algorithm().digest())).doesNotHaveDuplicates();
  }
}
