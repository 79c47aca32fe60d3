package io.privirec.filter.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import io.privirec.filter.TestMatrices;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.spectral.NormalisedInteractions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ItemGramTest {
  private static final int ITEMS = 207;
  private static final InteractionMatrix DATA = TestMatrices.interactions(5, 90, ITEMS, .06);

  /// P̃_ij by its formula, in doubles.
  static double entry(InteractionMatrix data, double alpha, int i, int j) {
    double sum = 0;
    long[] degrees = data.itemDegrees();
    for (int user = 0; user < data.users(); user++) {
      if (data.contains(user, i) && data.contains(user, j)) {
        sum += Math.pow(data.rowLength(user), -2 * alpha);
      }
    }
    return sum == 0
        ? 0
        : sum * Math.pow((double) degrees[i], alpha - 1) * Math.pow((double) degrees[j], alpha - 1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, .5, .6, 1})
  void of_interactions_followsTheDefinition(double alpha) {
    ItemGram gram = ItemGram.of(DATA, alpha);
    int entries = 0;
    for (int i = 0; i < ITEMS; i++) {
      for (int j = 0; j < ITEMS; j++) {
        double expected = entry(DATA, alpha, i, j);
        entries += expected > 0 ? 1 : 0;
        assertThat(Math.abs(gram.get(i, j) - expected)).isLessThan(1e-6 * Math.max(1, expected));
        assertThat(gram.get(i, j)).isEqualTo(gram.get(j, i));
      }
    }
    assertThat(gram.entries()).isEqualTo(entries);
  }

  @Test
  void of_interactions_hasTheBitsOfFloatSumsInUserOrder() {
    InteractionMatrix data = TestMatrices.interactions(6, 300, 150, .1);
    long[] degrees = data.itemDegrees();
    ItemGram gram = ItemGram.of(data, .5);
    for (int i = 0; i < 150; i++) {
      for (int j = 0; j < 150; j++) {
        float sum = 0;
        for (int user = 0; user < data.users(); user++) {
          if (data.contains(user, i) && data.contains(user, j)) {
            sum += (float) (1. / data.rowLength(user));
          }
        }
        float scale =
            (float) Math.pow((double) degrees[i], -.5) * (float) Math.pow((double) degrees[j], -.5);
        assertThat(gram.get(i, j)).isEqualTo(sum == 0 ? 0 : sum * scale);
      }
    }
  }

  @Test
  void of_itemsAndUsersWithoutInteractions_haveEmptyRows() {
    InteractionMatrix data =
        InteractionMatrix.of(3, 4, new int[] {0, 2, 2, 3}, new int[] {0, 2, 2});
    ItemGram gram = ItemGram.of(data, .5);
    assertThat(gram.entries()).isEqualTo(4);
    assertThat(gram.get(0, 2)).isCloseTo((float) (.5 / Math.sqrt(2)), offset(1e-7f));
    assertThat(gram.get(2, 2)).isCloseTo(.75f, offset(1e-6f));
    assertThat(gram.get(1, 1)).isZero();
    assertThat(ItemGram.of(InteractionMatrix.of(0, 0, new int[1], new int[0]), .5).entries())
        .isZero();
  }

  @Test
  void powered_exponent_raisesEveryEntry() {
    ItemGram gram = ItemGram.of(DATA, .6);
    ItemGram powered = gram.powered(.7);
    assertThat(powered.entries()).isEqualTo(gram.entries());
    for (int i = 0; i < ITEMS; i += 7) {
      for (int j = 0; j < ITEMS; j++) {
        assertThat(powered.get(i, j)).isEqualTo((float) Math.pow(gram.get(i, j), .7));
      }
    }
    assertThat(gram.powered(1)).isSameAs(gram);
  }

  @Test
  void times_aDenseMatrix_isThePlainProduct() {
    ItemGram gram = ItemGram.of(DATA, .5);
    DenseMatrix x = TestMatrices.uniform(3, ITEMS, 13);
    DenseMatrix y = gram.times(x);
    DenseMatrix byInteractions =
        GramProduct.of(NormalisedInteractions.of(DATA, DATA.itemDegrees())).times(x);
    for (int i = 0; i < ITEMS; i++) {
      for (int c = 0; c < 13; c++) {
        double expected = 0;
        for (int j = 0; j < ITEMS; j++) {
          expected += (double) gram.get(i, j) * x.get(j, c);
        }
        assertThat(Math.abs(y.get(i, c) - expected)).isLessThan(1e-5);
        assertThat(Math.abs(byInteractions.get(i, c) - expected)).isLessThan(1e-5);
      }
    }
  }

  @Test
  void arguments_outsideTheirRange_areRefused() {
    assertThatThrownBy(() -> ItemGram.of(DATA, 1.1)).hasMessageContaining("alpha");
    assertThatThrownBy(() -> ItemGram.of(DATA, Double.NaN)).hasMessageContaining("alpha");
    assertThatThrownBy(() -> ItemGram.of(DATA, .5).powered(0)).hasMessageContaining("exponent");
    assertThatThrownBy(() -> ItemGram.of(DATA, .5).get(0, ITEMS))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
