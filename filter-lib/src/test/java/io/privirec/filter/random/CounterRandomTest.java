package io.privirec.filter.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CounterRandomTest {
  @Test
  void at_referenceSeed_givesThePublishedSplitMix64Outputs() {
    // first outputs of Vigna's splitmix64.c for seed 1234567
    assertThat(CounterRandom.at(1234567, 0))
        .isEqualTo(Long.parseUnsignedLong("6457827717110365317"));
    assertThat(CounterRandom.at(1234567, 1))
        .isEqualTo(Long.parseUnsignedLong("3203168211198807973"));
    assertThat(CounterRandom.at(1234567, 2))
        .isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
  }

  @Test
  void at_anyPosition_equalsTheSequentialGenerator() {
    SplittableRandom sequential = new SplittableRandom(99);
    for (int n = 0; n < 1000; n++) {
      assertThat(CounterRandom.at(99, n)).isEqualTo(sequential.nextLong());
    }
  }

  @Test
  void below_manyPositions_staysInRangeAndReachesBothEnds() {
    boolean[] seen = new boolean[7];
    for (int n = 0; n < 500; n++) {
      seen[CounterRandom.below(5, n, 7)] = true;
      assertThat(CounterRandom.uniform(5, n)).isBetween(0.0, Math.nextDown(1.0));
    }
    assertThat(seen).containsOnly(true);
  }
}
