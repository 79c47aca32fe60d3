package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PopularGramFilterTest {
  private static final long[] COUNTS = {3, 90, 0, 400, 12, 0, 71};
  private static final int[] POPULAR = {3, 1, 6, 4, 2};
  private static final double SIGMA = .7;

  private static PopularGramFilter filter(float[] upper, double t, double b, double w) {
    return new PopularGramFilter(COUNTS, POPULAR, upper, SIGMA, new GramForm.Threshold(t, b, w));
  }

  private static float[] upper() {
    Random random = new Random(3);
    float[] upper = new float[10];
    for (int n = 0; n < upper.length; n++) {
      upper[n] = (float) random.nextGaussian(1, 2);
    }
    return upper;
  }

  /// By the definition, entry by entry.
  @Test
  void scoreBatch_ofSingleItems_isTheDefinedMatrix() {
    float[] upper = upper();
    double[][] gram = new double[7][7];
    for (int first = 0, n = 0; first < 5; first++) {
      for (int second = first + 1; second < 5; second++, n++) {
        gram[POPULAR[first]][POPULAR[second]] = upper[n];
        gram[POPULAR[second]][POPULAR[first]] = upper[n];
      }
    }
    int[][] single = {{0}, {1}, {2}, {3}, {4}, {5}, {6}};

    DenseMatrix scores = filter(upper, 1.5, .2, 2).scoreBatch(single);

    for (int i = 0; i < 7; i++) {
      for (int j = 0; j < 7; j++) {
        boolean outside = i == 0 || i == 5 || j == 0 || j == 5 || i == j;
        double left = Math.max(1, COUNTS[i]) / 400.;
        double right = Math.max(1, COUNTS[j]) / 400.;
        double soft = Math.max(0, Math.abs(gram[i][j]) - 1.5 * SIGMA) * Math.signum(gram[i][j]);
        double expected = soft * Math.pow(left, -.5) * Math.pow(right, -.2) + 2 * SIGMA * right;
        assertThat((double) scores.get(i, j)).isCloseTo(outside ? 0 : expected, within(1e-4));
      }
    }
  }

  @Test
  void scoreBatch_ofHistories_isLinear() {
    PopularGramFilter filter = filter(upper(), 1, .1, 1);

    DenseMatrix scores = filter.scoreBatch(new int[][] {{}, {1}, {3}, {5}, {1, 3, 5}});

    for (int j = 0; j < 7; j++) {
      assertThat(scores.get(0, j)).isZero();
      assertThat(scores.get(3, j)).isZero();
      assertThat(scores.get(4, j)).isCloseTo(scores.get(1, j) + scores.get(2, j), within(1e-5f));
    }
  }

  @Test
  void settings_outOfRange_areRefused() {
    assertThatThrownBy(() -> new GramForm.Threshold(-1, 0, 0))
        .hasMessageContaining("threshold must be in [0.0, 100.0]. Provided: -1.0");
    assertThatThrownBy(() -> new GramForm.Threshold(1, 1.5, 0))
        .hasMessageContaining("exponent must be in [0.0, 1.0]");
    assertThatThrownBy(() -> new GramForm.Threshold(1, 0, Double.NaN))
        .hasMessageContaining("popularity");
    assertThatThrownBy(() -> filter(new float[9], 1, 0, 0))
        .hasMessageContaining("the triangle of 5 items has 10 entries. Provided: 9");
  }
}
