package io.privirec.filter.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RatingMatrixTest {
  private static final int[] OFFSETS = {0, 3, 3, 5};
  private static final InteractionMatrix PATTERN =
      InteractionMatrix.of(3, 10, OFFSETS, new int[] {1, 4, 9, 0, 9});

  @Test
  void ofUnsorted_itemsInAnyOrder_takeTheirValuesAlong() {
    float[] values = {4.5f, -1, Float.NaN, 2, 3};
    RatingMatrix ratings =
        RatingMatrix.ofUnsorted(3, 10, OFFSETS, new int[] {9, 1, 4, 9, 0}, values);
    assertThat(ratings.pattern()).isEqualTo(PATTERN);
    assertThat(ratings.row(0)).containsExactly(-1, Float.NaN, 4.5f);
    assertThat(ratings.row(1)).isEmpty();
    assertThat(ratings.row(2)).containsExactly(3, 2);
    assertThat(ratings.value(2)).isEqualTo(4.5f);
    assertThat(ratings)
        .isEqualTo(RatingMatrix.of(PATTERN, new float[] {-1, Float.NaN, 4.5f, 3, 2}));
  }

  @Test
  void hasValues_whereNoInteractionHasARating_isFalse() {
    RatingMatrix none = RatingMatrix.of(PATTERN);
    float[] unrated = none.row(0);
    assertThat(none.hasValues()).isFalse();
    assertThat(unrated).containsExactly(Float.NaN, Float.NaN, Float.NaN);
    assertThat(none.value(4)).isNaN();
    int[] columns = {4, 9, 1, 0, 9};
    float[] values = {Float.NaN, Float.NaN, Float.NaN, Float.NaN, Float.NaN};
    assertThat(RatingMatrix.ofUnsorted(3, 10, OFFSETS, columns, null)).isEqualTo(none);
    assertThat(RatingMatrix.ofUnsorted(3, 10, OFFSETS, columns, values)).isEqualTo(none);
  }

  @Test
  void of_givenArray_isCopied() {
    float[] values = {1, 2, 3, 4, 5};
    RatingMatrix ratings = RatingMatrix.of(PATTERN, values);
    values[0] = 7;
    ratings.row(0)[1] = 7;
    assertThat(ratings.row(0)).containsExactly(1, 2, 3);
  }

  @Test
  void of_wrongLengthInfiniteOrRepeated_isRefused() {
    assertThatThrownBy(() -> RatingMatrix.of(PATTERN, new float[4]))
        .hasMessage("values must be 5. Provided: 4");
    assertThatThrownBy(
            () -> RatingMatrix.of(PATTERN, new float[] {1, 2, Float.POSITIVE_INFINITY, 4, 5}))
        .hasMessage("values must be finite or NaN. Provided: Infinity");
    assertThatThrownBy(() ->
            RatingMatrix.ofUnsorted(1, 10, new int[] {0, 2}, new int[] {4, 4}, new float[] {1, 2}))
        .hasMessageContaining("must be ascending and unique");
  }
}
