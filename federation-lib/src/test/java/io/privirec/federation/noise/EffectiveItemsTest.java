package io.privirec.federation.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EffectiveItemsTest {
  private static final EffectiveItems HALF = new EffectiveItems(.5, 10, 1000);

  @Test
  void number_ofEqualCounts_isThePartOfThem() {
    long[] counts =
        LongStream.concat(
                LongStream.generate(() -> 7).limit(300), LongStream.generate(() -> 0).limit(900))
            .toArray();

    assertThat(HALF.number(counts, 0)).isEqualTo(150);
    assertThat(new EffectiveItems(.5, 200, 1000).number(counts, 0)).isEqualTo(200);
    assertThat(new EffectiveItems(.5, 10, 120).number(counts, 0)).isEqualTo(120);
  }

  /// Items without users do not make the number larger.
  @Test
  void number_ofCountsInNoise_isAsWithoutNoise() {
    Random random = new Random(1);
    long[] counts = new long[40_000];
    Arrays.setAll(
        counts,
        i ->
            Math.max(
                0,
                Math.round(i < 400 ? random.nextGaussian(400, 20) : random.nextGaussian(0, 20))));

    assertThat(HALF.number(counts, 20)).isCloseTo(200, within(10));
  }

  @Test
  void number_ofNothingButNoise_isTheLeast() {
    Random random = new Random(2);
    long[] counts = new long[5000];
    Arrays.setAll(counts, _ -> Math.max(0, Math.round(random.nextGaussian(0, 30))));

    assertThat(HALF.number(new long[50], 0)).isEqualTo(10);
    assertThat(HALF.number(counts, 31)).isEqualTo(10);
  }

  @Test
  void largest_keepsTheCountsOfThoseItems() {
    long[] counts = {5, 0, 9, 2, 9, 1};

    assertThat(new EffectiveItems(1, 2, 2).largest(counts, 0)).containsExactly(0, 0, 9, 0, 9, 0);
    assertThat(new EffectiveItems(1, 6, 6).largest(counts, 0)).containsExactly(5, 0, 9, 2, 9, 1);
  }
}
