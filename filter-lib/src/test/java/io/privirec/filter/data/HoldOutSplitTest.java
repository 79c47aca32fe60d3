package io.privirec.filter.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HoldOutSplitTest {
  private static final InteractionMatrix ALL = TestMatrices.interactions(1, 100, 50, .3);

  private static HoldOutSplit split(long seed) {
    return HoldOutSplit.of(ALL, seed, HoldOutSplit.FIFTH);
  }

  @Test
  void of_anyUser_holdsOutAFifthAndLosesNothing() {
    HoldOutSplit split = split(7);
    for (int user = 0; user < 100; user++) {
      assertThat(split.test().rowLength(user)).isEqualTo(ALL.rowLength(user) / 5);
      for (int item : ALL.row(user)) {
        assertThat(split.train().contains(user, item))
            .isNotEqualTo(split.test().contains(user, item));
      }
    }
    assertThat(split.train().interactions() + split.test().interactions())
        .isEqualTo(ALL.interactions());
  }

  @Test
  void of_seed_decidesTheSplit() {
    assertThat(split(7)).isEqualTo(split(7));
    assertThat(split(8)).isNotEqualTo(split(7));
  }

  @Test
  void of_manyUsers_holdsOutEveryPlaceAlike() {
    // 2,000 users with the same five items: each is held out 400 times ± 5 σ (σ = 17.9)
    int[] offsets = new int[2001];
    int[] columns = new int[10_000];
    Arrays.setAll(offsets, user -> 5 * user);
    Arrays.setAll(columns, p -> p % 5);
    InteractionMatrix same = InteractionMatrix.of(2000, 5, offsets, columns);
    for (long held : HoldOutSplit.of(same, 3, HoldOutSplit.FIFTH).test().itemDegrees()) {
      assertThat(held).isBetween(310L, 490L);
    }
  }
}
