package io.privirec.filter.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InteractionMatrixTest {
  private static final InteractionMatrix SMALL =
      InteractionMatrix.of(3, 4, new int[] {0, 2, 2, 5}, new int[] {0, 3, 0, 1, 3});

  @Test
  void firstItems_fewerOrMore_keepsRowsThatHaveAny() {
    InteractionMatrix matrix =
        InteractionMatrix.of(3, 5, new int[] {0, 2, 3, 5}, new int[] {0, 4, 3, 1, 2});
    assertThat(matrix.firstItems(3))
        .isEqualTo(InteractionMatrix.of(2, 3, new int[] {0, 1, 3}, new int[] {0, 1, 2}));
    assertThat(matrix.firstItems(9))
        .isEqualTo(InteractionMatrix.of(3, 9, new int[] {0, 2, 3, 5}, new int[] {0, 4, 3, 1, 2}));
  }

  @Test
  void items_inAnyOrder_keepsAllRows() {
    InteractionMatrix matrix =
        InteractionMatrix.of(3, 5, new int[] {0, 2, 3, 5}, new int[] {0, 4, 3, 1, 2});
    assertThat(matrix.items(new int[] {4, 2, 0}))
        .isEqualTo(InteractionMatrix.of(3, 3, new int[] {0, 2, 2, 3}, new int[] {0, 2, 1}));
    assertThatThrownBy(() -> matrix.items(new int[] {4, 2, 4}))
        .hasMessageContaining("item 4 is there twice");
  }

  @Test
  void of_validRows_answersRowsAndDegrees() {
    assertThat(SMALL.users()).isEqualTo(3);
    assertThat(SMALL.items()).isEqualTo(4);
    assertThat(SMALL.interactions()).isEqualTo(5);
    assertThat(SMALL.row(0)).containsExactly(0, 3);
    assertThat(SMALL.row(1)).isEmpty();
    assertThat(SMALL.column(SMALL.rowStart(2) + 1)).isEqualTo(1);
    assertThat(SMALL.itemDegrees()).containsExactly(2, 1, 0, 2);
    assertThat(SMALL.contains(2, 1)).isTrue();
    assertThat(SMALL.contains(0, 1)).isFalse();
  }

  @Test
  void of_arraysChangedAfterwards_staysAsItWas() {
    int[] offsets = {0, 1};
    int[] columns = {2};
    InteractionMatrix matrix = InteractionMatrix.of(1, 3, offsets, columns);
    columns[0] = 0;
    matrix.row(0)[0] = 1;
    assertThat(matrix.row(0)).containsExactly(2);
  }

  @Test
  void of_brokenInput_isRefused() {
    assertRefused(2, 4, new int[] {0, 2}, new int[] {0, 1}, "3 entries");
    assertRefused(1, 4, new int[] {0, 1}, new int[] {0, 1}, "from 0 to 2");
    assertRefused(2, 4, new int[] {0, 3, 2}, new int[] {0, 1}, "decrease");
    assertRefused(1, 4, new int[] {0, 2}, new int[] {1, 1}, "ascending and unique");
    assertRefused(1, 4, new int[] {0, 2}, new int[] {2, 1}, "ascending and unique");
    assertRefused(1, 4, new int[] {0, 1}, new int[] {4}, "[0, 4)");
    assertRefused(1, 4, new int[] {0, 1}, new int[] {-1}, "[0, 4)");
    assertRefused(-1, 4, new int[] {0}, new int[] {}, "at least 0");
  }

  private static void assertRefused(
      int users, int items, int[] offsets, int[] columns, String why) {
    assertThatThrownBy(() -> InteractionMatrix.of(users, items, offsets, columns))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void rows_someUsers_areThoseInOrder() {
    InteractionMatrix picked = SMALL.rows(new int[] {2, 0});
    assertThat(picked)
        .isEqualTo(InteractionMatrix.of(2, 4, new int[] {0, 3, 5}, new int[] {0, 1, 3, 0, 3}));
  }

  @Test
  void withSupport_itemsOfFewUsers_areEmptyAndAllRowsStay() {
    assertThat(SMALL.itemDegrees()).containsExactly(2, 1, 0, 2);
    InteractionMatrix kept = SMALL.withSupport(SMALL.itemDegrees(), 2);
    assertThat(kept.itemDegrees()).containsExactly(2, 0, 0, 2);
    assertThat(kept.users()).isEqualTo(SMALL.users());
    assertThat(SMALL.withSupport(SMALL.itemDegrees(), 1)).isSameAs(SMALL);
    assertThat(SMALL.withSupport(new long[4], 1).interactions()).isZero();
    assertThatThrownBy(() -> SMALL.withSupport(new long[3], 1)).hasMessageContaining("4 entries");
  }

  @Test
  void transpose_twice_isTheSame() {
    assertThat(SMALL.transpose().row(0)).containsExactly(0, 2);
    assertThat(SMALL.transpose().transpose()).isEqualTo(SMALL).hasSameHashCodeAs(SMALL);
  }
}
