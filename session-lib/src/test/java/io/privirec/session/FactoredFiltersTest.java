package io.privirec.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.wire.AlgorithmParameters;
import io.privirec.wire.ItemDegreesParameters;
import io.privirec.wire.PriviRecKParameters;
import io.privirec.wire.PriviRecParameters;
import org.junit.jupiter.api.Test;

class FactoredFiltersTest {
  private static final int ITEMS = 3;
  private static final SpectralFactors FACTORS =
      new SpectralFactors(
          DenseMatrix.of(ITEMS, 1, new float[] {.6f, .8f, 0}),
          new float[] {.5f},
          new long[] {1, 2, 4},
          1);

  private static AlgorithmParameters settled(String model, Double exponent) throws Exception {
    return SessionAlgorithms.settle(
        PriviRecKParameters.ALGORITHM,
        new PriviRecKParameters(
            1, 1, null, 7L, null, 3, null, null, model, null, exponent, null, null, null, null,
            null, null),
        ITEMS,
        () -> 7);
  }

  @Test
  void modelsOfFactors_haveAFilterBeforeItWasFolded() throws Exception {
    for (String model : new String[] {"gf-cf", "spectral", "turbo-cf", "bspm-lm", "bspm-em"}) {
      assertThat(FactoredFilters.of(settled(model, null), FACTORS)).as(model).isPresent();
    }
    assertThat(FactoredFilters.of(settled("gf-cf", null), FACTORS).orElseThrow().entry(0, 1))
        .isEqualTo(FactorFilter.gfCf(FACTORS, .3).entry(0, 1));
  }

  @Test
  void otherModels_haveNone() throws Exception {
    assertThat(FactoredFilters.of(settled("turbo-cf", 0.5), FACTORS)).isEmpty();
    assertThat(FactoredFilters.of(new ItemDegreesParameters(), FACTORS)).isEmpty();
    assertThat(FactoredFilters.of(PriviRecParameters.UNSET, FACTORS)).isEmpty();
  }
}
