package io.privirec.federation.als;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.Contribution;
import io.privirec.federation.ContributionRefusedException;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundInput;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.TestHolders;
import io.privirec.federation.local.InProcessSession;
import io.privirec.filter.factor.AlternatingLeastSquares;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.LeastSquares;
import io.privirec.filter.factor.RatingTotals;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AlsTest {
  private static final int PARTICIPANTS = 3;
  private static final int USERS = 60;
  private static final int ITEMS = 30;
  private static final int RANK = 4;
  private static final LeastSquares RATINGS = new LeastSquares.Explicit(RANK, .08, 1, 5);
  private static final LeastSquares INTERACTIONS = new LeastSquares.Implicit(RANK, 2, .2);

  @TempDir Path work;

  static Stream<LeastSquares> objectives() {
    return Stream.of(RATINGS, INTERACTIONS);
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void session_overSecureSums_givesWhatAllDataInOnePlaceGives(LeastSquares objective)
      throws IOException {
    RatingMatrix all = ratings();

    ItemFactors published = run(new Als(ITEMS, objective, 4, 5, 11), all);

    ItemFactors central = AlternatingLeastSquares.fit(objective, all, 4, 5, 11);
    assertThat(published.mean()).isCloseTo(central.mean(), within(1e-4));
    assertThat(published.factors().data()).hasSameSizeAs(central.factors().data());
    for (int n = 0; n < ITEMS * RANK; n++) {
      assertThat(published.factors().data()[n])
          .isCloseTo(central.factors().data()[n], within(2e-3f));
    }
    for (int item = 0; item < ITEMS; item++) {
      assertThat(published.base(item)).isCloseTo(central.base(item), within(2e-3));
    }
  }

  @Test
  void session_ridgeByTotals_isThatOfAllDataInOnePlace() throws IOException {
    RatingMatrix all = ratings();
    LeastSquares.Implicit least =
        new LeastSquares.Implicit(RANK, LeastSquares.Implicit.LEAST_RIDGE, .2);
    Als als = new Als(new AlsTerms(ITEMS, least, /* ridgeByTotals= */ true, 5, 11), 3);

    ItemFactors published = run(als, all);

    LeastSquares expected = als.objective(all);
    assertThat(expected.lambda()).isGreaterThan(LeastSquares.Implicit.LEAST_RIDGE);
    assertThat(published.objective()).isEqualTo(expected);
    ItemFactors central = AlternatingLeastSquares.fit(expected, all, 3, 5, 11);
    for (int n = 0; n < ITEMS * RANK; n++) {
      assertThat(published.factors().data()[n])
          .isCloseTo(central.factors().data()[n], within(2e-3f));
    }
  }

  @Test
  void session_itemOfFewRaters_leavesTheCatalogue() throws IOException {
    RatingMatrix all = ratings();
    long[] raters = RatingTotals.of(RATINGS, all).raters();
    int most = (int) Arrays.stream(raters).sorted().toArray()[ITEMS / 2];

    ItemFactors published = run(new Als(ITEMS, RATINGS, 2, most, 11), all);

    for (int item = 0; item < ITEMS; item++) {
      assertThat(published.tells(item)).isEqualTo(raters[item] >= most);
    }
  }

  @Test
  void session_noItemWithEnoughRaters_failsAfterTheFirstSum() throws IOException {
    InProcessSession.Result result =
        TestHolders.run(
            new Als(ITEMS, RATINGS, 1, 1000, 1), TestHolders.dealt(ratings(), PARTICIPANTS), work);

    assertThat(result.failure()).map(PlanStep.Fail::code).contains("too-few-items");
  }

  /// A vector for an item that one person rated would have this person's equations summed alone.
  @Test
  void contribute_vectorForAnItemOfFewRaters_isRefused() throws IOException {
    RatingMatrix all = ratings();
    Als als = new Als(ITEMS, RATINGS, 2, 20, 1);
    DenseMatrix ones = DenseMatrix.zeros(ITEMS, RANK);
    Arrays.fill(ones.data(), 1);

    assertThatThrownBy(() -> contribution(als, 2, all, totals -> totals, ones))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("fewer than minSupport");
  }

  /// It would make targets larger than the ring is made for.
  @Test
  void contribute_biasOutOfTheRangeOfRatings_isRefused() throws IOException {
    Als als = new Als(ITEMS, RATINGS, 2, 2, 1);
    DenseMatrix large = DenseMatrix.zeros(ITEMS, RANK);
    large.data()[3 * RANK] = 1;

    assertThatThrownBy(() -> contribution(als, 2, ratings(), totals -> totals, large))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("out of the range of ratings");
  }

  @Test
  void contribute_vectorThatIsNotFinite_isRefused() throws IOException {
    Als als = new Als(ITEMS, RATINGS, 2, 2, 1);
    DenseMatrix broken = DenseMatrix.zeros(ITEMS, RANK);
    broken.data()[0] = Float.NaN;

    assertThatThrownBy(() -> contribution(als, 2, ratings(), totals -> totals, broken))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("not finite");
  }

  @Test
  void contribute_totalsThatNoRatingsHave_isRefused() {
    Als als = new Als(ITEMS, RATINGS, 2, 2, 1);

    assertThatThrownBy(() ->
            contribution(
                als,
                1,
                ratings(),
                totals -> new RatingTotals(totals.raters(), totals.users(), 1e9),
                null))
        .isInstanceOf(ContributionRefusedException.class)
        .hasMessageContaining("no ratings have");
  }

  /// To refuse would tell the coordinator that there are none.
  @Test
  void contribute_alsOverDataWithoutRatings_isZeros() throws IOException {
    RatingMatrix none = RatingMatrix.of(ratings().pattern());
    Als als = new Als(ITEMS, RATINGS, 1, 2, 1);
    RoundSpec first = als.algorithm().specs().getFirst();

    Contribution totals =
        als.algorithm().contribution(new RoundInput(TestHolders.id(0), first, null, none));

    assertThat(TestHolders.read(totals, first)).hasSize(ITEMS + 2).containsOnly(0);
  }

  /// One item's vector is so large that float sums tell nothing: neither who has the item nor who
  /// has not may be stopped by it, or the coordinator learns which participant has it.
  @ParameterizedTest
  @MethodSource("objectives")
  void contribute_hugeVectorOfOneItem_stopsNobody(LeastSquares objective) throws IOException {
    RatingMatrix all = ratings();
    Als als = new Als(ITEMS, objective, 2, 2, 1);
    for (float huge : new float[] {1e2f, 1e4f, 1e10f, 1e18f, 3e38f}) {
      DenseMatrix vectors = DenseMatrix.zeros(ITEMS, RANK);
      Arrays.fill(vectors.data(), objective.readsRatings() ? 1 : 0, RANK, huge);
      Contribution contribution = contribution(als, 2, all, totals -> totals, vectors);
      RoundSpec round = als.algorithm().specs().get(2);
      for (long element : TestHolders.read(contribution, round)) {
        assertThat(Math.scalb(Math.abs((double) element), -round.vector().scaleBits()))
            .isLessThanOrEqualTo(als.terms().sumBound() * 1.01);
      }
    }
  }

  /// The same for vectors of all sizes at once, as equations that floats cannot tell from singular
  /// ones come of them: nobody's data decides whether there is a contribution.
  @ParameterizedTest
  @MethodSource("objectives")
  void contribute_vectorsOfAllSizes_stopNobody(LeastSquares objective) throws IOException {
    Random random = new Random(13);
    float[] sizes = {0, Float.MIN_VALUE, 1e-20f, 1e-3f, 1, 3e3f, 1e10f, 1.3e19f, Float.MAX_VALUE};
    RatingMatrix all = ratings();
    Als als = new Als(ITEMS, objective, 2, 2, 1);
    RoundSpec round = als.algorithm().specs().get(2);
    for (int trial = 0; trial < 40; trial++) {
      DenseMatrix vectors = DenseMatrix.zeros(ITEMS, RANK);
      for (int n = 0; n < vectors.data().length; n++) {
        boolean isBias = objective.readsRatings() && n % RANK == 0;
        vectors.data()[n] =
            isBias
                ? .25f * (1 - random.nextInt(3))
                : sizes[random.nextInt(sizes.length)] * (float) (2 * random.nextDouble() - 1);
      }
      Contribution contribution = contribution(als, 2, all, totals -> totals, vectors);
      for (long element : TestHolders.read(contribution, round)) {
        assertThat(Math.scalb(Math.abs((double) element), -round.vector().scaleBits()))
            .isLessThanOrEqualTo(als.terms().sumBound() * 1.01);
      }
    }
  }

  /// ‖u‖ ≤ (high − low) / (2 √λ) for whatever vectors are broadcast: no sum leaves the ring.
  @ParameterizedTest
  @MethodSource("objectives")
  void users_ofAnyItemVectors_keepTheirBound(LeastSquares objective) {
    Random random = new Random(3);
    RatingMatrix all = ratings();
    RatingTotals totals = RatingTotals.of(objective, all);
    for (float scale : new float[] {1e-3f, .1f, .3f, 1, 10, 1e4f}) {
      DenseMatrix vectors = DenseMatrix.zeros(ITEMS, RANK);
      for (int n = 0; n < vectors.data().length; n++) {
        boolean isBias = objective.readsRatings() && n % RANK == 0;
        vectors.data()[n] =
            isBias ? .25f * (1 - random.nextInt(3)) : scale * (float) random.nextGaussian();
      }
      DenseMatrix users =
          AlternatingLeastSquares.forUsers(objective, totals, 2, vectors).users(all);
      for (int user = 0; user < users.rows(); user++) {
        double square = 0;
        for (int n = 0; n < RANK; n++) {
          square += users.get(user, n) * users.get(user, n);
        }
        assertThat(Math.sqrt(square)).isLessThanOrEqualTo(objective.userBound(ITEMS) * 1.001);
      }
    }
  }

  /// The same block has the same bits, wherever blocks begin.
  @ParameterizedTest
  @MethodSource("objectives")
  void contribution_inBlocksOfAnyLength_hasTheSameElements(LeastSquares objective)
      throws IOException {
    Als als = new Als(ITEMS, objective, 1, 2, 1);
    Contribution contribution = contribution(als, 1, ratings(), totals -> totals, null);
    RoundSpec round = als.algorithm().specs().get(1);
    long[] whole = TestHolders.read(contribution, round);

    for (int block : new int[] {1, 7, 14, 101}) {
      for (int from = 0; from < whole.length; from += block) {
        int count = Math.min(block, whole.length - from);
        assertThat(TestHolders.read(contribution, round, from, count))
            .isEqualTo(Arrays.copyOfRange(whole, from, from + count));
      }
    }
    assertThat(Arrays.stream(whole).anyMatch(element -> element != 0)).isTrue();
  }

  @Test
  void new_valuesOutOfRange_areRefused() {
    assertThatThrownBy(() -> new Als(ITEMS, RATINGS, 0, 5, 1)).hasMessageContaining("steps");
    assertThatThrownBy(() -> new Als(ITEMS, RATINGS, 1, 1, 1)).hasMessageContaining("minSupport");
    assertThatThrownBy(() -> new Als(3, RATINGS, 1, 5, 1)).hasMessageContaining("rank");
    assertThatThrownBy(() -> new Als(ITEMS, new LeastSquares.Explicit(RANK, 1e-12, 1, 5), 1, 5, 1))
        .hasMessageContaining("lambda");
    assertThatThrownBy(
            () -> new Als(ITEMS, new LeastSquares.Explicit(RANK, .1, 0, 1e-170), 1, 5, 1))
        .hasMessageContaining("lowest");
  }

  private Contribution contribution(
      Als als,
      int step,
      RatingMatrix data,
      UnaryOperator<RatingTotals> lie,
      @Nullable DenseMatrix factors)
      throws IOException {
    RoundSpec round = als.algorithm().specs().get(step);
    Path broadcast = work.resolve(round.broadcastFile());
    AlsBroadcast.write(
        broadcast, lie.apply(RatingTotals.of(als.terms().objective(), data)), factors);
    return als.algorithm().contribution(new RoundInput(TestHolders.id(0), round, broadcast, data));
  }

  private ItemFactors run(Als als, RatingMatrix all) throws IOException {
    Path release = TestHolders.released(als, TestHolders.dealt(all, PARTICIPANTS), work);
    return ItemFactorsFile.read(release.resolve(ItemFactorsFile.NAME));
  }

  /// Every user rates about a third of the items.
  private static RatingMatrix ratings() {
    Random random = new Random(7);
    InteractionMatrix pattern =
        TestHolders.interactions(USERS, ITEMS, (_, _) -> random.nextInt(3) == 0);
    float[] values = new float[pattern.interactions()];
    for (int n = 0; n < values.length; n++) {
      values[n] = 1 + random.nextInt(9) / 2f;
    }
    return RatingMatrix.of(pattern, values);
  }
}
