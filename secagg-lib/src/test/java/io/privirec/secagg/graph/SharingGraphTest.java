package io.privirec.secagg.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.crypto.digest.Digest;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharingGraphTest {
  private static final Digest SEED =
      Digest.parse("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");

  /// Known answers, computed with another implementation of the documented construction.
  @Test
  void random_seedOfKnownAnswer_givesTheKnownOrder() {
    assertThat(SeededOrder.of(10, SEED)).containsExactly(3, 6, 10, 9, 8, 7, 1, 4, 5, 2);
    assertThat(digestOf(SeededOrder.of(1000, SEED)))
        .hasToString("51a94eee36fa45d73b9da22c3809ab18af44135d93bdf9eea395efbd273474d3");
  }

  /// As above; at this size one word of the stream is skipped.
  @Test
  void random_sizeThatSkipsAWord_givesTheKnownOrder() {
    assertThat(digestOf(SeededOrder.of(130_000, SEED)))
        .hasToString("e9db0985993ed87cde4cb1c638f6f3e6346babd3cffefcdd02424385b0abca3b");
  }

  @Test
  void random_seedOfKnownAnswer_joinsTheNextTwoOnEachSide() {
    SharingGraph graph = SharingGraph.random(10, 4, SEED);
    assertThat(graph.neighbours(1)).containsExactly(4, 5, 7, 8);
    assertThat(graph.neighbours(7)).containsExactly(1, 4, 8, 9);
    assertThat(graph.shareIndex(1, 7)).isEqualTo(3);
    assertThat(graph.shareIndex(7, 1)).isEqualTo(1);
  }

  @Test
  void random_anySizeAndDegree_isAMutualRegularGraph() {
    for (int[] shape : new int[][] {{3, 2}, {5, 4}, {6, 4}, {65, 22}, {101, 100}, {128, 38}}) {
      SharingGraph graph = SharingGraph.random(shape[0], shape[1], SEED);
      assertThat(graph.size()).isEqualTo(shape[0]);
      for (int one = 1; one <= graph.size(); one++) {
        int[] neighbours = graph.neighbours(one);
        assertThat(neighbours).hasSize(shape[1]).doesNotHaveDuplicates().isSorted();
        assertThat(graph.holders(one)).isEqualTo(neighbours);
        List<Integer> listed = Arrays.stream(neighbours).boxed().toList();
        assertThat(listed).doesNotContain(one);
        for (int other = 1; other <= graph.size(); other++) {
          assertThat(graph.areNeighbours(one, other))
              .isEqualTo(listed.contains(other))
              .isEqualTo(graph.areNeighbours(other, one));
        }
      }
    }
  }

  @Test
  void shareIndex_ofEachHolder_isItsPlaceFromOne() {
    SharingGraph graph = SharingGraph.random(65, 22, SEED);
    for (int owner = 1; owner <= 65; owner++) {
      int[] holders = graph.holders(owner);
      for (int place = 0; place < holders.length; place++) {
        assertThat(graph.shareIndex(owner, holders[place])).isEqualTo(place + 1);
      }
    }
  }

  @Test
  void shareIndex_ofNoHolder_refuses() {
    SharingGraph graph = SharingGraph.random(10, 4, SEED);
    for (int other : new int[] {0, 1, 2, 11}) {
      assertThatThrownBy(() -> graph.shareIndex(1, other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("participant " + other + " holds no share of participant 1");
    }
  }

  /// χ² over the 24 orders of four, 4,800 seeds: 23 degrees of freedom, above 73 with probability
  /// below 1e-6.
  @Test
  void order_manySeeds_isUniform() {
    Map<List<Integer>, Integer> counts = new HashMap<>();
    for (int seed = 0; seed < 4800; seed++) {
      List<Integer> order = Arrays.stream(SeededOrder.of(4, numbered(seed))).boxed().toList();
      counts.merge(order, 1, Integer::sum);
    }
    assertThat(counts).hasSize(24);
    double chiSquare =
        counts.values().stream().mapToDouble(n -> (n - 200.0) * (n - 200.0) / 200).sum();
    assertThat(chiSquare).isLessThan(73);
  }

  /// Participant 1 has each of 60 others for a neighbour in 1 of 6 seeds: 6,000 seeds, mean 1,000,
  /// standard deviation 28.9, all 60 within 6 of them but for a probability below 2e-7.
  @Test
  void random_manySeeds_joinsEveryPairEquallyOften() {
    int[] joined = new int[62];
    for (int seed = 0; seed < 6000; seed++) {
      for (int neighbour : SharingGraph.random(61, 10, numbered(seed)).neighbours(1)) {
        joined[neighbour]++;
      }
    }
    for (int other = 2; other <= 61; other++) {
      assertThat(joined[other]).isBetween(1000 - 173, 1000 + 173);
    }
  }

  @Test
  void complete_anySize_joinsEverybodyAndSharesWithOneself() {
    SharingGraph graph = SharingGraph.complete(4);
    assertThat(graph.size()).isEqualTo(4);
    assertThat(graph.neighbours(2)).containsExactly(1, 3, 4);
    assertThat(graph.holders(2)).containsExactly(1, 2, 3, 4);
    for (int one = 1; one <= 4; one++) {
      for (int other = 1; other <= 4; other++) {
        assertThat(graph.shareIndex(one, other)).isEqualTo(other);
        assertThat(graph.areNeighbours(one, other)).isEqualTo(one != other);
      }
    }
  }

  @Test
  void participants_outOfRange_areRefused() {
    for (SharingGraph graph :
        List.of(SharingGraph.complete(10), SharingGraph.random(10, 4, SEED))) {
      for (int outside : new int[] {-1, 0, 11}) {
        assertThatThrownBy(() -> graph.neighbours(outside))
            .isInstanceOf(IndexOutOfBoundsException.class)
            .hasMessageContaining("[1, 10]");
        assertThatThrownBy(() -> graph.holders(outside))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> graph.shareIndex(outside, 1))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> graph.areNeighbours(outside, 1))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> graph.areNeighbours(1, outside))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    assertThatThrownBy(() -> SharingGraph.complete(10).shareIndex(1, 11))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void random_shapeThatIsNone_refuses() {
    for (int[] wrong : new int[][] {{2, 2}, {10, 0}, {10, 3}, {10, 10}, {10, -2}, {4, 4}}) {
      assertThatThrownBy(() -> SharingGraph.random(wrong[0], wrong[1], SEED))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Provided value");
    }
    assertThatThrownBy(() -> SharingGraph.random(10, 10, SEED))
        .hasMessage("neighbours must be even and in [2, 9]. Provided value: 10");
    assertThatThrownBy(() -> SharingGraph.complete(1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(SharingGraph.complete(2).neighbours(1)).containsExactly(2);
  }

  @Test
  void neighbours_changedByTheCaller_leavesTheGraph() {
    SharingGraph graph = SharingGraph.random(10, 4, SEED);
    graph.neighbours(1)[0] = 99;
    assertThat(graph.neighbours(1)).containsExactly(4, 5, 7, 8);
  }

  @Test
  void equals_sameSizeDegreeAndSeed_isTheSameGraph() {
    SharingGraph graph = SharingGraph.random(10, 4, SEED);
    assertThat(graph)
        .isEqualTo(SharingGraph.random(10, 4, SEED))
        .hasSameHashCodeAs(SharingGraph.random(10, 4, SEED))
        .isNotEqualTo(SharingGraph.random(10, 6, SEED))
        .isNotEqualTo(SharingGraph.random(11, 4, SEED))
        .isNotEqualTo(SharingGraph.random(10, 4, numbered(1)))
        .isNotEqualTo(SharingGraph.complete(10))
        .doesNotHaveSameHashCodeAs(SharingGraph.random(11, 4, SEED))
        .doesNotHaveSameHashCodeAs(SharingGraph.random(10, 6, SEED))
        .doesNotHaveSameHashCodeAs(SharingGraph.random(10, 4, numbered(1)))
        .hasToString("CirculantGraph[size=10, neighbours=4, seed=" + SEED + "]");
    assertThat(SharingGraph.complete(10)).isEqualTo(SharingGraph.complete(10));
  }

  private static Digest numbered(int seed) {
    return Digest.of(ByteBuffer.allocate(Integer.BYTES).putInt(seed).array());
  }

  private static Digest digestOf(int[] order) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * order.length);
    IntStream.of(order).forEach(bytes::putInt);
    return Digest.of(bytes.array());
  }
}
