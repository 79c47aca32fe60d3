package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.random.CounterRandom;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowSelectorTest {
  @Test
  void select_awkwardSizesAndTies_equalsASort() {
    for (int items : TestMatrices.AWKWARD_SIZES) {
      for (int limit : new int[] {1, 7, 100, 1000, 5000}) {
        float[] smooth = TestMatrices.uniform(items, 1, items).data();
        assertSameAsSort(smooth, limit);
        assertSameAsSort(
            TestMatrices.floats(items, i -> CounterRandom.below(3, i, 9) / 8.0 - .5), limit);
        assertSameAsSort(
            TestMatrices.floats(items, i -> Math.pow(CounterRandom.uniform(4, i), 40)), limit);
      }
    }
  }

  @Test
  void select_largeValuesOnlyAtSampledPlaces_stillFindsTheRest() {
    float[] values = new float[2046];
    Arrays.fill(values, .25f);
    for (int i = 0; i < values.length; i += 16) {
      values[i] = 2;
    }
    assertSameAsSort(values, 1000);
  }

  @Test
  void select_zeroAsHalf_isDropped() {
    float[] values = {-1, 0, 0x1p-25f, 0x1p-24f, Math.nextUp(0x1p-25f), -0x1p-25f};
    int[] columns = new int[6];
    short[] halves = new short[6];
    assertThat(new RowSelector(6).select(values, 0, 6, 6, columns, halves, 0)).isEqualTo(3);
    assertThat(columns).startsWith(0, 3, 4);
    assertThat(halves).startsWith(Float.floatToFloat16(-1), (short) 1, (short) 1);
  }

  private static void assertSameAsSort(float[] values, int limit) {
    int[] expected =
        IntStream.range(0, values.length)
            .filter(i -> Math.abs(values[i]) > 0x1p-25f)
            .boxed()
            .sorted(
                Comparator.comparingDouble((Integer i) -> -Math.abs(values[i]))
                    .thenComparing(Comparator.naturalOrder()))
            .limit(limit)
            .mapToInt(Integer::intValue)
            .sorted()
            .toArray();
    int[] columns = new int[values.length + 3];
    short[] halves = new short[values.length + 3];
    float[] shifted = new float[values.length + 2];
    System.arraycopy(values, 0, shifted, 2, values.length);
    int count =
        new RowSelector(values.length).select(shifted, 2, values.length, limit, columns, halves, 3);
    assertThat(Arrays.copyOfRange(columns, 3, 3 + count)).containsExactly(expected);
    for (int n = 0; n < count; n++) {
      assertThat(halves[3 + n]).isEqualTo(Float.floatToFloat16(values[expected[n]]));
    }
  }
}
