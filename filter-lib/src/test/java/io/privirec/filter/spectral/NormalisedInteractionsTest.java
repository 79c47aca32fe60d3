package io.privirec.filter.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class NormalisedInteractionsTest {
  private static final int USERS = 90;
  private static final int ITEMS = 70;
  private static final InteractionMatrix R = TestMatrices.interactions(1, USERS, ITEMS, .1);

  @Test
  void project_awkwardWidths_equalsThePlainTwinBitByBit() {
    NormalisedInteractions normalised = NormalisedInteractions.of(R, R.itemDegrees());
    for (int p : TestMatrices.AWKWARD_SIZES) {
      DenseMatrix x = TestMatrices.uniform(p, ITEMS, p);
      assertThat(Arrays.equals(normalised.project(x).data(), plainProject(x))).isTrue();
    }
  }

  @Test
  void backProject_awkwardWidths_equalsThePlainTwinBitByBit() {
    NormalisedInteractions normalised = NormalisedInteractions.of(R, R.itemDegrees());
    for (int p : TestMatrices.AWKWARD_SIZES) {
      DenseMatrix z = TestMatrices.uniform(p, USERS, p);
      float[] out = new float[ITEMS * p];
      normalised.backProject(z, 0, ITEMS, out);
      assertThat(Arrays.equals(out, plainBackProject(z))).isTrue();
    }
  }

  @Test
  void backProject_inRanges_givesTheSameBitsAsAtOnce() {
    NormalisedInteractions normalised = NormalisedInteractions.of(R, R.itemDegrees());
    DenseMatrix z = TestMatrices.uniform(9, USERS, 5);
    float[] whole = new float[ITEMS * 5];
    normalised.backProject(z, 0, ITEMS, whole);
    float[] part = new float[200];
    Arrays.fill(part, 77);
    normalised.backProject(z, 31, 64, part);
    assertThat(Arrays.copyOf(part, 33 * 5))
        .containsExactly(Arrays.copyOfRange(whole, 31 * 5, 64 * 5));
    assertThat(part[33 * 5]).isEqualTo(77);
  }

  @Test
  void products_oneThread_giveTheSameBitsAsAll() throws Exception {
    InteractionMatrix r = TestMatrices.interactions(2, 700, 500, .05);
    DenseMatrix x = TestMatrices.uniform(3, 500, 30);
    NormalisedInteractions normalised = NormalisedInteractions.of(r, r.itemDegrees());
    try (ForkJoinPool single = new ForkJoinPool(1)) {
      float[] alone = single.submit(() -> roundTrip(normalised, x)).get();
      assertThat(Arrays.equals(alone, roundTrip(normalised, x))).isTrue();
    }
  }

  private static float[] roundTrip(NormalisedInteractions normalised, DenseMatrix x) {
    float[] y = new float[normalised.items() * x.columns()];
    normalised.backProject(normalised.project(x), 0, normalised.items(), y);
    return y;
  }

  @Test
  void products_ofParts_sumToThatOfTheWhole() {
    long[] degrees = R.itemDegrees();
    DenseMatrix x = TestMatrices.uniform(3, ITEMS, 4);
    double[] sum = new double[ITEMS * 4];
    for (int part = 0; part < 3; part++) {
      int of = part;
      int[] users =
          java.util.stream.IntStream.range(0, USERS).filter(user -> user % 3 == of).toArray();
      float[] y = roundTrip(NormalisedInteractions.of(R.rows(users), degrees), x);
      Arrays.setAll(sum, e -> sum[e] + y[e]);
    }
    float[] whole = roundTrip(NormalisedInteractions.of(R, degrees), x);
    for (int e = 0; e < sum.length; e++) {
      assertThat(Math.abs(sum[e] - whole[e])).isLessThan(1e-6);
    }
  }

  @Test
  void project_emptyUserAndUntouchedItem_areZero() {
    InteractionMatrix r = InteractionMatrix.of(2, 2, new int[] {0, 1, 1}, new int[] {0});
    NormalisedInteractions normalised = NormalisedInteractions.of(r, new long[] {4, 0});
    DenseMatrix x = DenseMatrix.of(2, 1, new float[] {3, 5});
    assertThat(normalised.project(x).data()).containsExactly(1.5f, 0);
    assertThat(roundTrip(normalised, x)).containsExactly(.75f, 0);
  }

  @Test
  void of_negativeDegrees_isRefused() {
    long[] degrees = R.itemDegrees();
    degrees[3] = -1;
    assertThatThrownBy(() -> NormalisedInteractions.of(R, degrees))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("item 3");
  }

  private static float[] plainProject(DenseMatrix x) {
    long[] degrees = R.itemDegrees();
    int p = x.columns();
    float[] z = new float[USERS * p];
    for (int user = 0; user < USERS; user++) {
      for (int c = 0; c < p; c++) {
        float sum = 0;
        for (int item : R.row(user)) {
          sum = Math.fma(x.get(item, c), inverseRoot(degrees[item]), sum);
        }
        z[user * p + c] = sum * inverseRoot(R.rowLength(user));
      }
    }
    return z;
  }

  private static float[] plainBackProject(DenseMatrix z) {
    long[] degrees = R.itemDegrees();
    int p = z.columns();
    float[] y = new float[ITEMS * p];
    for (int item = 0; item < ITEMS; item++) {
      for (int c = 0; c < p; c++) {
        float sum = 0;
        for (int user = 0; user < USERS; user++) {
          if (R.contains(user, item)) {
            sum = Math.fma(z.get(user, c), inverseRoot(R.rowLength(user)), sum);
          }
        }
        y[item * p + c] = sum * inverseRoot(degrees[item]);
      }
    }
    return y;
  }

  private static float inverseRoot(long degree) {
    return degree == 0 ? 0 : (float) (1 / Math.sqrt((double) degree));
  }
}
