package io.privirec.exposure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.exposure.Exposure.Method;
import io.privirec.exposure.fixture.Score;
import io.privirec.exposure.fixture.Shop;
import io.privirec.exposure.fixture.Sums;
import io.privirec.filter.matrix.InteractionMatrix;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExposureTest {
  private static final Limits LIMITS = new Limits(Duration.ofHours(1), 1L << 30, 10);

  private static PlannedSum products(int columns) {
    return new PlannedSum("privirec-k", columns, 5, 1);
  }

  /// Returns a third of the users.
  private static InteractionMatrix holder(InteractionMatrix all, int holder) {
    return all.rows(IntStream.range(0, all.users()).filter(user -> user % 3 == holder).toArray());
  }

  @Test
  void exposure_itemDegreesOnly_isNoneByThisDecoder() {
    Exposure exposure =
        Exposure.of(
            holder(Shop.SMALL.generate(1), 0),
            List.of(new PlannedSum("item-degrees", 0, 1, 1)),
            LIMITS);
    assertThat(exposure.read()).isZero();
    assertThat(exposure.text())
        .startsWith(
            "With decoder v1, of your 100 users none by this decoder is read from your data alone."
                + " Other decoders can read more. From 1 equation on, treat all users as read. The"
                + " sums have 0 equations for each item.")
        .doesNotContain("at least");
  }

  @Test
  void text_someRead_namesBothNumbers() {
    assertThat(new Exposure(100, 41, 16, Method.DECODED).text())
        .isEqualTo(
            "With decoder v1, 41 of your 100 users are read from your data alone. Other decoders"
                + " can read more. From 1 equation on, treat all users as read. The sums have 16"
                + " equations for each item. The coordinator and the other holders decide which"
                + " items stay: with fewer items, fewer equations tell a history.");
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 30, 40, 60})
  void count_ofRows_isNoLowerThanADecoding(int equations) {
    for (long seed = 1; seed <= 3; seed++) {
      InteractionMatrix own = holder(Shop.SMALL.generate(seed).withSupport(5), 0);
      int decoded =
          Reconstruction.of(
                  Equations.of(own.itemDegrees(), Sums.session(own, seed, equations, 1)), LIMITS)
              .histories()
              .size();
      int counted =
          RowCount.users(
              own, own.transpose(), equations, 10, System.nanoTime() + LIMITS.time().toNanos());
      assertThat(counted).isGreaterThanOrEqualTo(decoded);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 30, 40, 60})
  void decoding_withOwnRows_readsTheSameHistories(int columns) {
    InteractionMatrix own = holder(Shop.SMALL.generate(1).withSupport(2), 0).withSupport(1);
    InteractionMatrix kept = own.items(items(own));
    Equations equations = Equations.of(kept.itemDegrees(), Sums.session(kept, 1, columns, 1));
    Reconstruction blind = Reconstruction.of(equations, LIMITS);
    Reconstruction knowing =
        Reconstruction.decode(equations, LIMITS, new OwnRows(kept, kept.transpose()));
    assertThat(knowing.histories()).containsExactlyInAnyOrderElementsOf(blind.histories());
  }

  private static int[] items(InteractionMatrix own) {
    long[] degrees = own.itemDegrees();
    return IntStream.range(0, degrees.length).filter(item -> degrees[item] > 0).toArray();
  }

  @Test
  void exposure_earlierSums_addUp() {
    InteractionMatrix own = holder(Shop.SMALL.generate(2), 1);
    Exposure once = Exposure.of(own, List.of(products(20)), LIMITS);
    Exposure twice =
        Exposure.of(own, List.of(products(40), new PlannedSum("privirec-k", 40, 5, 2)), LIMITS);
    assertThat(twice.equations()).isEqualTo(80);
    assertThat(twice.read()).isGreaterThan(once.read());
  }

  @Test
  void exposure_largeHolder_isCountedWithinTheLimits() {
    InteractionMatrix own = new Shop(100_000, 20_000, 200, 2, 60).generate(1);
    Limits ofClient = new Limits(Duration.ofMinutes(1), 1L << 30, 10);
    Exposure exposure = Exposure.of(own, List.of(products(256)), ofClient);
    assertThat(exposure.method()).isEqualTo(Method.COUNTED);
    assertThat(exposure.users()).isEqualTo(100_000);
  }

  /// The holder's users have five items that only users of other holders keep in the session, and
  /// twenty items that leave it. Of its own data no assumed support keeps the five items alone.
  @Test
  void figure_ofItemsThatOtherHoldersKeep_isNoBound() {
    int users = 60;
    ItemOf ofUser = (user, n) -> n < 5 ? 5 * user + n : 300 + 20 * user + n - 5;
    InteractionMatrix own = matrix(users, ofUser);
    InteractionMatrix all =
        matrix(
            users + 1_200,
            (user, n) -> user < users ? ofUser.item(user, n) : n == 0 ? user % 300 : -1);
    Exposure exposure = Exposure.of(own, List.of(products(16)), LIMITS);
    assertThat(exposure.read()).isZero();

    InteractionMatrix supported = all.withSupport(5);
    Reconstruction told =
        Reconstruction.of(
            Equations.of(supported.itemDegrees(), Sums.session(supported, 1, 16, 1)), LIMITS);
    InteractionMatrix ofHolder = supported.rows(IntStream.range(0, users).toArray());
    assertThat(Score.of(ofHolder, told).read()).isEqualTo(users);
    assertThat(exposure.equations()).isGreaterThanOrEqualTo(Exposure.ALL_FROM);
  }

  private interface ItemOf {
    /// Returns an item of a user, or -1.
    int item(int user, int number);
  }

  private static InteractionMatrix matrix(int users, ItemOf item) {
    int[] offsets = new int[users + 1];
    IntStream.Builder columns = IntStream.builder();
    for (int user = 0; user < users; user++) {
      offsets[user + 1] = offsets[user];
      for (int n = 0; n < 25; n++) {
        if (item.item(user, n) >= 0) {
          columns.add(item.item(user, n));
          offsets[user + 1]++;
        }
      }
    }
    return InteractionMatrix.of(users, 1_500, offsets, columns.build().toArray());
  }

  @Test
  void exposure_noTime_countsAllUsersAsRead() {
    Exposure exposure =
        Exposure.of(
            Shop.SMALL.generate(1),
            List.of(products(61)),
            new Limits(Duration.ofNanos(1), 1L << 30, 10));
    assertThat(exposure.read()).isEqualTo(exposure.users());
  }

  @Test
  void plannedSum_impossibleNumbers_areRejected() {
    assertThatThrownBy(() -> new PlannedSum("privirec-k", -1, 5, 1))
        .hasMessageContaining("columns");
    assertThatThrownBy(() -> new PlannedSum("privirec-k", 1, 0, 1))
        .hasMessageContaining("minSupport");
  }
}
