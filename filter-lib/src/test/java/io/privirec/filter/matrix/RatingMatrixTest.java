package io.privirec.filter.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class RatingMatrixTest {
  private static final int[] OFFSETS = {0, 3, 3, 5};
  private static final InteractionMatrix PATTERN =
      InteractionMatrix.of(3, 10, OFFSETS, new int[] {1, 4, 9, 0, 9});

  private static final RatingMatrix RATINGS =
      RatingMatrix.of(PATTERN, new float[] {-1, Float.NaN, 4.5f, 3, 2});

  @Test
  void row_andValue_areInThePatternsOrder() {
    assertThat(RATINGS.row(0)).containsExactly(-1, Float.NaN, 4.5f);
    assertThat(RATINGS.row(1)).isEmpty();
    assertThat(RATINGS.row(2)).containsExactly(3, 2);
    assertThat(RATINGS.value(2)).isEqualTo(4.5f);
  }

  @Test
  void only_somePositions_keepsTheirValues() {
    BitSet positions = BitSet.valueOf(new long[] {0b10100});
    InteractionMatrix some = InteractionMatrix.of(3, 10, new int[] {0, 1, 1, 2}, new int[] {9, 9});
    assertThat(RATINGS.only(positions)).isEqualTo(RatingMatrix.of(some, new float[] {4.5f, 2}));
    assertThat(RatingMatrix.of(PATTERN).only(positions)).isEqualTo(RatingMatrix.of(some));
    BitSet unrated = BitSet.valueOf(new long[] {0b00010});
    assertThat(RATINGS.only(unrated).hasValues()).isFalse();
  }

  @Test
  void firstItems_fewerOrMore_keepTheirValues() {
    RatingMatrix few = RATINGS.firstItems(4);
    assertThat(few.pattern()).isEqualTo(PATTERN.firstItems(4));
    assertThat(few.row(0)).containsExactly(-1);
    assertThat(few.row(1)).containsExactly(3);
    assertThat(RATINGS.firstItems(20).row(1)).containsExactly(3, 2);
    assertThat(RatingMatrix.of(PATTERN).firstItems(4).hasValues()).isFalse();
  }

  @Test
  void hasValues_whereNoInteractionHasARating_isFalse() {
    RatingMatrix none = RatingMatrix.of(PATTERN);
    float[] unrated = none.row(0);
    assertThat(none.hasValues()).isFalse();
    assertThat(unrated).containsExactly(Float.NaN, Float.NaN, Float.NaN);
    assertThat(none.value(4)).isNaN();
    float[] values = {Float.NaN, Float.NaN, Float.NaN, Float.NaN, Float.NaN};
    assertThat(RatingMatrix.of(PATTERN, values)).isEqualTo(none);
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
  void of_wrongLengthOrInfinite_isRefused() {
    assertThatThrownBy(() -> RatingMatrix.of(PATTERN, new float[4]))
        .hasMessage("values must be 5. Provided: 4");
    assertThatThrownBy(
            () -> RatingMatrix.of(PATTERN, new float[] {1, 2, Float.POSITIVE_INFINITY, 4, 5}))
        .hasMessage("values must be finite or NaN. Provided: Infinity");
  }
}
