package io.privirec.filter.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.random.CounterRandom;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopKTest {
  @Test
  void excluding_ties_prefersLowerIndices() {
    float[] scores = {1, 3, 2, 3, 2, 3, 0};
    assertThat(TopK.excluding(scores, 4, new int[] {})).containsExactly(1, 3, 5, 2);
    assertThat(TopK.excluding(scores, 2, new int[] {})).containsExactly(1, 3);
    assertThat(TopK.excluding(scores, 3, new int[] {1, 5})).containsExactly(3, 2, 4);
  }

  @Test
  void excluding_fewerLeftThanAsked_givesThoseBestFirst() {
    float[] scores = {-1, Float.NEGATIVE_INFINITY, -2, 0};
    assertThat(TopK.excluding(scores, 10, new int[] {3})).containsExactly(0, 2, 1);
    assertThat(TopK.excluding(scores, 0, new int[] {})).isEmpty();
    assertThat(TopK.excluding(scores, 5, new int[] {0, 1, 2, 3})).isEmpty();
    assertThat(TopK.excluding(new float[] {}, 5, new int[] {})).isEmpty();
  }

  @Test
  void excludingAndAmong_manyScoresWithTies_equalASort() {
    for (int round = 0; round < 60; round++) {
      long seed = round;
      int items = 1 + CounterRandom.below(seed, 0, 300);
      int k = 1 + CounterRandom.below(seed, 1, 40);
      float[] scores = new float[items];
      BitSet candidates = new BitSet();
      for (int item = 0; item < items; item++) {
        scores[item] = CounterRandom.below(seed, 10 + item, 12) - 4;
        candidates.set(
            item, CounterRandom.uniform(seed, 1000 + item) < (round % 2 == 0 ? .7 : .99));
      }
      int[] excluded = IntStream.range(0, items).filter(item -> !candidates.get(item)).toArray();
      int[] expected =
          candidates.stream()
              .boxed()
              .sorted(
                  Comparator.comparingDouble((Integer item) -> -scores[item])
                      .thenComparing(Comparator.naturalOrder()))
              .limit(k)
              .mapToInt(Integer::intValue)
              .toArray();
      assertThat(TopK.among(scores, k, candidates)).containsExactly(expected);
      assertThat(TopK.excluding(scores, k, excluded)).containsExactly(expected);
    }
  }

  @Test
  void excluding_nan_isRefusedUnlessExcluded() {
    for (int at = 0; at < 5; at++) {
      float[] scores = {5, 4, 3, 2, 1};
      scores[at] = Float.NaN;
      assertThatThrownBy(() -> TopK.excluding(scores, 2, new int[] {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("NaN");
      assertThat(TopK.excluding(scores, 4, new int[] {at})).hasSize(4);
    }
    for (int at = 0; at < 200; at++) {
      float[] scores = new float[200];
      scores[at] = Float.NaN;
      assertThatThrownBy(() -> TopK.excluding(scores, 3, new int[] {}))
          .hasMessageContaining("item " + at + " is NaN");
    }
  }

  @Test
  void excludingAndAmong_indicesOutside_areRefused() {
    BitSet candidates = new BitSet();
    candidates.set(3);
    assertThatThrownBy(() -> TopK.among(new float[3], 1, candidates))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TopK.excluding(new float[3], 1, new int[] {3}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TopK.excluding(new float[3], 1, new int[] {2, 0}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TopK.excluding(new float[3], -1, new int[] {}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
