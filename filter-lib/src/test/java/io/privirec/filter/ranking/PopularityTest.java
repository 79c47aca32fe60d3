package io.privirec.filter.ranking;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;

class PopularityTest {
  private static final Popularity POPULARITY = Popularity.of(new long[] {4, 9, 0, 9, 1L << 40});

  @Test
  void excluding_ties_prefersLowerIndices() {
    assertThat(POPULARITY.excluding(3, new int[] {})).containsExactly(4, 1, 3);
    assertThat(POPULARITY.excluding(9, new int[] {1, 4})).containsExactly(3, 0, 2);
    assertThat(POPULARITY.items()).isEqualTo(5);
  }

  @Test
  void among_candidates_areOnlyThose() {
    BitSet candidates = new BitSet();
    candidates.set(0);
    candidates.set(2, 4);
    assertThat(POPULARITY.among(2, candidates::get)).containsExactly(3, 0);
  }

  @Test
  void filledUp_itemsWithoutAScore_areByPopularityBetweenTheOthers() {
    float[] scores = {-1, 0, .5f, 0, 0};
    BitSet all = new BitSet();
    all.set(0, 5);
    assertThat(POPULARITY.filledUp(scores, 5, all)).containsExactly(2, 4, 1, 3, 0);
    assertThat(POPULARITY.filledUp(scores, 2, all)).containsExactly(2, 4);
    all.clear(4);
    assertThat(POPULARITY.filledUp(scores, 3, all)).containsExactly(2, 1, 3);
    assertThat(POPULARITY.filledUp(new float[] {1, 2, 3, 4, 5}, 2, all)).containsExactly(3, 2);
  }
}
