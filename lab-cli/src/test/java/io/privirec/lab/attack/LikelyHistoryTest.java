package io.privirec.lab.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class LikelyHistoryTest {
  @Test
  void history_ofARowWithoutMuchNoise_isRead() {
    assertThat(LikelyHistory.of(row(.01), 7, .01)).containsExactly(3, 7, 20, 41);
  }

  @Test
  void history_ofARowOfNoise_isTheItemAlone() {
    assertThat(LikelyHistory.of(row(2), 7, 2)).containsExactly(7);
  }

  private static double[] row(double deviation) {
    Random random = new Random(1);
    double[] row =
        DoubleStream.generate(() -> deviation * random.nextGaussian()).limit(50).toArray();
    for (int other : new int[] {3, 20, 41}) {
      row[other] += .25;
    }
    return row;
  }
}
