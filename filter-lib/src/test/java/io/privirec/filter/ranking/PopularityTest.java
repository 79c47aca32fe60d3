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
}
