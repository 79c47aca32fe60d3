package io.privirec.federation.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MixingTest {
  @Test
  void ring_ofFour_hasTheWeightsAndTheEigenvalueOfThePaper() {
    Mixing ring = Mixing.ring(4);
    assertThat(ring.after(1))
        .containsExactly(.5, .25, 0, .25, .25, .5, .25, 0, 0, .25, .5, .25, .25, 0, .25, .5);
    assertThat(ring.secondEigenvalue()).isCloseTo(.5, within(1e-12));
  }

  @Test
  void complete_isTheMeanAfterOneStep() {
    assertThat(Mixing.complete(5).after(1)).containsOnly(.2);
    assertThat(Mixing.complete(5).secondEigenvalue()).isCloseTo(0, within(1e-12));
  }

  /// Differences from the mean shrink by the second eigenvalue with each step, or faster.
  @Test
  void anyConnectedGraph_hasWeightsThatEndInTheMean() {
    Random random = new Random(5);
    for (int peers = 2; peers < 12; peers++) {
      boolean[] joined = new boolean[peers * peers];
      for (int i = 1; i < peers; i++) {
        for (int j = 0; j < i; j++) {
          boolean edge = j == i / 2 || random.nextInt(4) == 0;
          joined[i * peers + j] = edge;
          joined[j * peers + i] = edge;
        }
      }
      Mixing mixing = Mixing.lazyMetropolis(joined, peers);
      int steps = (int) Math.ceil(Math.log(1e-10) / Math.log(mixing.secondEigenvalue()));
      for (double weight : mixing.after(steps)) {
        assertThat(weight).isCloseTo(1.0 / peers, within(1e-10));
      }
    }
  }

  @Test
  void weightsThatAreNone_areRefusedByName() {
    assertThatThrownBy(() -> Mixing.of(new double[3], 2)).hasMessageContaining("peers²");
    assertThatThrownBy(() -> Mixing.of(new double[] {.5, .5, .4, .6}, 2))
        .hasMessageContaining("symmetric");
    assertThatThrownBy(() -> Mixing.of(new double[] {1.5, -.5, -.5, 1.5}, 2))
        .hasMessageContaining("at least 0");
    assertThatThrownBy(() -> Mixing.of(new double[] {.5, .4, .4, .6}, 2))
        .hasMessageContaining("the sum 1");
    assertThatThrownBy(() -> Mixing.of(new double[] {1, 0, 0, 1}, 2))
        .hasMessageContaining("not connected");
    assertThatThrownBy(() -> Mixing.of(new double[] {0, 1, 1, 0}, 2)).hasMessageContaining("swing");
    assertThatThrownBy(() -> Mixing.of(new double[] {Double.NaN, 1, 1, 0}, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Mixing.ring(3).after(0)).hasMessageContaining("steps");
  }
}
