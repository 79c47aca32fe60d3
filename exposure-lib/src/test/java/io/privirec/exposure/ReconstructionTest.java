package io.privirec.exposure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.privirec.exposure.fixture.PeerSums;
import io.privirec.exposure.fixture.Samples;
import io.privirec.exposure.fixture.Score;
import io.privirec.exposure.fixture.Shop;
import io.privirec.exposure.fixture.Sums;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.random.CounterRandom;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReconstructionTest {
  private static final int MIN_SUPPORT = 5;
  private static final boolean IS_LONG = Boolean.getBoolean("tests.long");
  private static final Limits LIMITS = new Limits(Duration.ofHours(1), 1L << 30, 10);

  /// Users whose items fill most of each row.
  private static final InteractionMatrix CROWDED =
      new Shop(80, 150, 12, 10, 60).generate(1).withSupport(MIN_SUPPORT);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decoder_itemGramOfASmallShop_readsEveryUser(long seed) {
    assumeTrue(IS_LONG || seed <= 2, "skipped: seed 3 is part of the long tests");
    InteractionMatrix supported = supported(Shop.SMALL, seed);
    Score score = attack(supported, List.of(Sums.gram(supported)));
    assertThat(score.wrong()).isZero();
    assertThat(score.read()).isEqualTo(score.users());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decoder_productsOfASmallShop_readsMostUsersAndNoneWrongly(long seed) {
    assumeTrue(IS_LONG || seed <= 2, "skipped: seed 3 is part of the long tests");
    InteractionMatrix supported = supported(Shop.SMALL, seed);
    Score score = attack(supported, Sums.session(supported, 7, 60, 2));
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isGreaterThan(.6);
  }

  @Test
  void decoder_fewProducts_readsNobodyWrongly() {
    InteractionMatrix supported = supported(Shop.SMALL, 1);
    Score score = attack(supported, Sums.session(supported, 7, 4, 2));
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isLessThan(.1);
  }

  @Test
  void decoder_itemGramOfMovieLens_readsEveryUser() throws IOException {
    InteractionMatrix supported = Samples.movieLens().withSupport(MIN_SUPPORT);
    Score score = attack(supported, List.of(Sums.gram(supported)));
    assertThat(score).isEqualTo(new Score(943, 943, 0));
  }

  @Test
  void decoder_nineSessionsOfMovieLens_readEveryUser() throws IOException {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = Samples.movieLens().withSupport(MIN_SUPPORT);
    List<OpenedSum> sums = new ArrayList<>();
    for (long seed = 1; seed <= 9; seed++) {
      sums.addAll(Sums.session(supported, seed, 58, 2));
    }
    assertThat(attack(supported, sums)).isEqualTo(new Score(943, 943, 0));
  }

  @Test
  void decoder_moreProductsThanUsers_readsEveryUserOfDenseRows() {
    Score score = attack(CROWDED, Sums.session(CROWDED, 1, 48, 2));
    assertThat(score).isEqualTo(new Score(80, 80, 0));
  }

  @Test
  void decoder_fewerProductsThanUsers_readsNobodyOfDenseRows() {
    Score score = attack(CROWDED, Sums.session(CROWDED, 1, 32, 2));
    assertThat(score).isEqualTo(new Score(80, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 8})
  void decoder_anyNumberOfThreads_readsTheSame(int threads) {
    assumeTrue(IS_LONG || threads > 2, "skipped: part of the long tests");
    for (Equations equations :
        List.of(
            Equations.of(CROWDED.itemDegrees(), Sums.session(CROWDED, 1, 48, 2)),
            Equations.of(
                supported(Shop.SMALL, 1).itemDegrees(),
                Sums.session(supported(Shop.SMALL, 1), 7, 40, 2)))) {
      Reconstruction one = Reconstruction.of(equations, withThreads(Duration.ofHours(1), 1));
      assertThat(one.histories()).isNotEmpty();
      assertThat(Reconstruction.of(equations, withThreads(Duration.ofHours(1), threads)))
          .isEqualTo(one);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void decoder_littleTimeForManyThreads_endsAndSaysSo(int threads) {
    InteractionMatrix supported = supported(Shop.MEDIUM, 1);
    List<OpenedSum> sums = Sums.session(supported, 1, 115, 2);
    Reconstruction reconstruction =
        Reconstruction.of(
            Equations.of(supported.itemDegrees(), sums),
            withThreads(Duration.ofMillis(50), threads));
    assertThat(reconstruction.endedByLimits()).isTrue();
    assertThat(Score.of(supported, reconstruction).wrong()).isZero();
  }

  @Test
  void decoder_moreThreadsThanMemory_worksWithFewer() {
    InteractionMatrix supported = supported(Shop.SMALL, 1);
    Equations equations = Equations.of(supported.itemDegrees(), Sums.session(supported, 7, 60, 2));
    Limits many = new Limits(Duration.ofHours(1), 4L << 20, 10, 1_000);
    assertThat(many.threads() * 120L * 120 * Double.BYTES / 2).isGreaterThan(many.memory());
    Reconstruction reconstruction = Reconstruction.of(equations, many);
    assertThat(reconstruction.endedByLimits()).isFalse();
    assertThat(Score.of(supported, reconstruction).part()).isGreaterThan(.6);
  }

  @Test
  void limits_noThread_isRejected() {
    assertThatThrownBy(() -> withThreads(Duration.ofHours(1), 0))
        .hasMessageContaining("threads must be at least 1");
  }

  @Test
  void decoder_itemGramOfADenseShop_readsEveryUser() {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = supported(Shop.DENSE, 1);
    assertThat(attack(supported, List.of(Sums.gram(supported))))
        .isEqualTo(new Score(1_000, 1_000, 0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decoder_oneSessionOfGowalla_readsMostUsers(long seed) throws IOException {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = Samples.gowalla(seed).withSupport(MIN_SUPPORT);
    assertRead(
        "gowalla, k = 62, seed " + seed, attack(supported, Sums.session(supported, 1, 62, 2)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decoder_oneProductOfAShop_readsMostUsers(long seed) {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = supported(Shop.MEDIUM, seed);
    assertRead(
        "shop, k = 230, seed " + seed, attack(supported, Sums.session(supported, 1, 230, 1)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void decoder_twoSessionsOfAShop_readMostUsers(long seed) {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = supported(Shop.MEDIUM, seed);
    List<OpenedSum> sums = new ArrayList<>(Sums.session(supported, 1, 61, 2));
    sums.addAll(Sums.session(supported, 2, 61, 2));
    assertRead("shop, two of k = 61, seed " + seed, attack(supported, sums));
  }

  @Test
  void decoder_oneSessionOfAShop_readsMostUsers() {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = supported(Shop.MEDIUM, 1);
    assertRead("shop, k = 115, L = 2", attack(supported, Sums.session(supported, 1, 115, 2)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 10})
  void decoder_twoSnapshots_readsUsersOfBothAndNoneWrongly(int percent) {
    assumeTrue(
        IS_LONG || percent == 0 || percent == 3, "skipped: 1 and 10 are part of the long tests");
    InteractionMatrix before = Shop.SMALL.generate(1);
    InteractionMatrix after = changed(before, Shop.SMALL.generate(2), percent);
    InteractionMatrix first = before.withSupport(MIN_SUPPORT);
    InteractionMatrix second = after.withSupport(MIN_SUPPORT);
    Equations equations =
        new Equations(
            List.of(
                new Equations.Snapshot(first.itemDegrees(), Sums.session(first, 1, 28, 2)),
                new Equations.Snapshot(second.itemDegrees(), Sums.session(second, 2, 28, 2))));
    Reconstruction reconstruction = Reconstruction.of(equations, LIMITS);
    for (Score score :
        List.of(Score.of(first, 0, reconstruction), Score.of(second, 1, reconstruction))) {
      assertThat(score.wrong()).isZero();
      assertThat(score.part()).isGreaterThan(.6);
    }
  }

  @Test
  void decoder_totalsOfOneParticipant_readsUsersOfAll() {
    InteractionMatrix supported = supported(Shop.SMALL, 1);
    OpenedSum view = PeerTotals.product(PeerSums.totals(supported, 3, 15, 8), PeerSums.ERROR);
    Score score = attack(supported, List.of(view));
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isGreaterThan(.6);
  }

  @Test
  void decoder_totalsOfOneParticipantOfAShop_readsUsersOfAll() {
    assumeTrue(IS_LONG, "skipped: part of the long tests");
    InteractionMatrix supported = supported(Shop.MEDIUM, 1);
    OpenedSum view = PeerTotals.product(PeerSums.totals(supported, 3, 25, 8), PeerSums.ERROR);
    assertRead("shop, ddppm, k = 25, T = 8", attack(supported, List.of(view)));
  }

  @Test
  void decoder_productsInDoubles_readsMostUsers() {
    InteractionMatrix supported = supported(Shop.SMALL, 1);
    Score score = attack(supported, Sums.fedPower(supported, 1, 28, 3));
    assertThat(score.wrong()).isZero();
    assertThat(score.part()).isGreaterThan(.6);
  }

  @Test
  void decoder_noTime_endsAndSaysSo() {
    InteractionMatrix supported = supported(Shop.SMALL, 1);
    Reconstruction reconstruction =
        Reconstruction.of(
            Equations.of(supported.itemDegrees(), Sums.session(supported, 7, 60, 2)),
            new Limits(Duration.ofNanos(1), 1L << 30, 10));
    assertThat(reconstruction.endedByLimits()).isTrue();
    assertThat(reconstruction.histories()).isEmpty();
  }

  @Test
  void decoder_noMemory_endsAndSaysSo() {
    InteractionMatrix supported = supported(Shop.SMALL, 1);
    Reconstruction reconstruction =
        Reconstruction.of(
            Equations.of(supported.itemDegrees(), Sums.session(supported, 7, 60, 2)),
            new Limits(Duration.ofHours(1), 1_000, 10));
    assertThat(reconstruction.endedByLimits()).isTrue();
  }

  @Test
  void decoder_rowsAboveTheMemory_endsAndSaysSo() {
    InteractionMatrix supported = supported(Shop.SMALL, 1);
    Reconstruction reconstruction =
        Reconstruction.of(
            Equations.of(supported.itemDegrees(), List.of(Sums.gram(supported))),
            new Limits(Duration.ofHours(1), 50_000, 10));
    assertThat(reconstruction.endedByLimits()).isTrue();
    assertThat(Score.of(supported, reconstruction).wrong()).isZero();
  }

  @Test
  void decoder_largeCatalogue_needsMemoryForNumbersBesideZeroAlone() {
    InteractionMatrix own = new Shop(300, 9_000, 200, 2, 12).generate(1);
    long rows = Arrays.stream(own.itemDegrees()).filter(degree -> degree > 0).count();
    long memory = 8L << 20;
    assertThat(rows * rows * Double.BYTES).isGreaterThan(memory);
    Reconstruction reconstruction =
        Reconstruction.of(
            Equations.of(own.itemDegrees(), Sums.session(own, 7, 32, 1)),
            new Limits(Duration.ofHours(1), memory, 10));
    assertThat(reconstruction.endedByLimits()).isFalse();
    assertThat(Score.of(own, reconstruction).wrong()).isZero();
    assertThat(reconstruction.histories()).hasSizeGreaterThan(100);
  }

  @Test
  void history_toString_showsNoItems() {
    assertThat(new Reconstruction.History(new int[] {71, 93}, List.of(0)))
        .hasToString("History[2 items]");
  }

  @Test
  void equations_otherShapes_areRejected() {
    TallMatrix three = TallMatrix.zeros(3, 2);
    assertThatThrownBy(() -> new OpenedSum.Product(three, TallMatrix.zeros(3, 1), 1, 0))
        .hasMessageContaining("one shape");
    assertThatThrownBy(() -> new OpenedSum.Gram(three, 1, 0)).hasMessageContaining("square");
    assertThatThrownBy(
            () -> Equations.of(new long[4], List.of(new OpenedSum.Product(three, three, 1, 0))))
        .hasMessageContaining("4 items");
  }

  private static Limits withThreads(Duration time, int threads) {
    return new Limits(time, 1L << 30, 10, threads);
  }

  private static void assertRead(String name, Score score) {
    assertThat(score.wrong()).as("%s: %s", name, score).isZero();
    assertThat(score.part()).as("%s: %s", name, score).isGreaterThan(.6);
  }

  private static InteractionMatrix supported(Shop shop, long seed) {
    return shop.generate(seed).withSupport(MIN_SUPPORT);
  }

  /// Gives some users the history of a user of another shop.
  private static InteractionMatrix changed(
      InteractionMatrix before, InteractionMatrix other, int percent) {
    int[] offsets = new int[before.users() + 1];
    List<Integer> columns = new ArrayList<>();
    for (int user = 0; user < before.users(); user++) {
      boolean isChanged = CounterRandom.uniform(99, user) < percent / 100.0;
      for (int item : (isChanged ? other : before).row(user)) {
        columns.add(item);
      }
      offsets[user + 1] = columns.size();
    }
    return InteractionMatrix.of(
        before.users(),
        before.items(),
        offsets,
        columns.stream().mapToInt(Integer::intValue).toArray());
  }

  private static Score attack(InteractionMatrix supported, List<OpenedSum> sums) {
    return Score.of(
        supported, Reconstruction.of(Equations.of(supported.itemDegrees(), sums), LIMITS));
  }
}
