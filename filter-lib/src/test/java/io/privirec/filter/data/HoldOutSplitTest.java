package io.privirec.filter.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HoldOutSplitTest {
  private static final InteractionMatrix ALL = TestMatrices.interactions(1, 100, 50, .3);
  private static final RatingMatrix RATED = rated(ALL);

  /// Every rating is its position.
  private static RatingMatrix rated(InteractionMatrix pattern) {
    float[] values = new float[pattern.interactions()];
    for (int p = 0; p < values.length; p++) {
      values[p] = p;
    }
    return RatingMatrix.of(pattern, values);
  }

  private static HoldOutSplit split(long seed) {
    return HoldOutSplit.perUser(RATED, seed, HoldOutSplit.FIFTH);
  }

  @Test
  void perUser_anyUser_holdsOutAFifthAndLosesNothing() {
    HoldOutSplit split = split(7);
    for (int user = 0; user < 100; user++) {
      assertThat(split.test().pattern().rowLength(user)).isEqualTo(ALL.rowLength(user) / 5);
      for (int item : ALL.row(user)) {
        assertThat(split.train().pattern().contains(user, item))
            .isNotEqualTo(split.test().pattern().contains(user, item));
      }
    }
    assertThat(split.train().pattern().interactions() + split.test().pattern().interactions())
        .isEqualTo(ALL.interactions());
    requireOwnValues(split.train());
    requireOwnValues(split.test());
  }

  private static void requireOwnValues(RatingMatrix part) {
    for (int user = 0; user < ALL.users(); user++) {
      for (int p = part.pattern().rowStart(user); p < part.pattern().rowEnd(user); p++) {
        assertThat(ALL.column((int) part.value(p))).isEqualTo(part.pattern().column(p));
        assertThat((int) part.value(p)).isBetween(ALL.rowStart(user), ALL.rowEnd(user) - 1);
      }
    }
  }

  /// Splits are compared across versions: they must never change.
  @Test
  void perUser_someSeeds_areWhatTheyEverWere() {
    assertThat(DatasetFingerprint.of(split(7).train().pattern(), split(7).test().pattern()))
        .isEqualTo("02ddcbc08d5a91d0b450d60eadbea8bd7102361006c590755dea366096313793");
    Dataset synthetic = SyntheticDataset.generate(20250);
    assertThat(synthetic.sha256())
        .isEqualTo("2cb2e7b91ef4e563943df3a64986469834750f4fecf30e8ad5eac5481b0ae3c5");
    assertThat(synthetic.validation(3).sha256())
        .isEqualTo("41676a45851aebe4065d92c14f0ea17ada35a0e9826930b6d04b7e41c5f0ad23");
  }

  @Test
  void ofRatings_anySeed_makesATenthForTestsAndATenthForChoosing() {
    HoldOutSplit test = HoldOutSplit.ofRatings(RATED, 7, false);
    HoldOutSplit validation = HoldOutSplit.ofRatings(RATED, 7, true);
    int n = ALL.interactions();
    assertThat(validation.train()).isEqualTo(test.train());
    assertThat(test.train().pattern().interactions()).isEqualTo(n - 2 * (n / 10));
    List<Float> values = new ArrayList<>();
    for (RatingMatrix part : List.of(test.train(), test.test(), validation.test())) {
      requireOwnValues(part);
      IntStream.range(0, part.pattern().interactions()).forEach(p -> values.add(part.value(p)));
    }
    assertThat(test.test().pattern().interactions()).isEqualTo(n / 10);
    assertThat(values).hasSize(n).doesNotHaveDuplicates();
    assertThat(HoldOutSplit.ofRatings(RATED, 8, false)).isNotEqualTo(test);
  }

  @Test
  void perUser_seed_decidesTheSplit() {
    assertThat(split(7)).isEqualTo(split(7));
    assertThat(split(8)).isNotEqualTo(split(7));
  }

  @Test
  void perUser_manyUsers_holdsOutEveryPlaceAlike() {
    // 2,000 users with the same five items: each is held out 400 times ± 5 σ (σ = 17.9)
    int[] offsets = new int[2001];
    int[] columns = new int[10_000];
    Arrays.setAll(offsets, user -> 5 * user);
    Arrays.setAll(columns, p -> p % 5);
    InteractionMatrix same = InteractionMatrix.of(2000, 5, offsets, columns);
    InteractionMatrix heldOut =
        HoldOutSplit.perUser(RatingMatrix.of(same), 3, HoldOutSplit.FIFTH).test().pattern();
    for (long held : heldOut.itemDegrees()) {
      assertThat(held).isBetween(310L, 490L);
    }
  }
}
