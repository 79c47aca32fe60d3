package io.privirec.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.Popularity;
import io.privirec.filter.ranking.RankingMetrics;
import io.privirec.filter.ranking.TopK;
import io.privirec.filter.spectral.PowerIteration;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyntheticQualityTest {
  private static final Dataset DATASET = SyntheticDataset.generate(7);

  @Test
  void generate_seed_decidesEverything() {
    assertThat(SyntheticDataset.generate(7)).isEqualTo(DATASET);
    assertThat(SyntheticDataset.generate(8).sha256()).isNotEqualTo(DATASET.sha256());
    assertThat(DATASET.users()).isEqualTo(2_000);
    assertThat(DATASET.items()).isEqualTo(1_500);
  }

  @Test
  void gfCf_onSyntheticData_beatsPopularityTwiceExactAndFolded(@TempDir Path directory)
      throws IOException {
    RankingMetrics popular = RankingMetrics.of(DATASET.items(), 20);
    Popularity popularity = Popularity.of(DATASET.train().itemDegrees());
    FactorFilter filter =
        FactorFilter.gfCf(
            new PowerIteration(32, 0, 2, Eigenvalues.DIAG_T, 1).central(DATASET.train(), 32), .3);
    RankingMetrics exact = RankingMetrics.of(DATASET.items(), 20);
    RankingMetrics folded = RankingMetrics.of(DATASET.items(), 20);
    int[][] histories = new int[DATASET.users()][];
    Arrays.setAll(histories, user -> DATASET.train().row(user));
    DenseMatrix scores = filter.scoreBatch(histories);
    Path file = directory.resolve("filter.safetensors");
    FilterFolder.fold(filter, FilterFolder.DEFAULT_TOP_N, file);
    try (FoldedFilter published = FoldedFilter.open(file)) {
      float[] row = new float[DATASET.items()];
      for (int user = 0; user < DATASET.users(); user++) {
        int[] test = DATASET.test().row(user);
        popular.add(popularity.excluding(20, histories[user]), test);
        System.arraycopy(scores.data(), user * row.length, row, 0, row.length);
        exact.add(TopK.excluding(row, 20, histories[user]), test);
        published.score(histories[user], row);
        folded.add(TopK.excluding(row, 20, histories[user]), test);
      }
    }
    assertThat(exact.value("ndcg@20")).isGreaterThan(2 * popular.value("ndcg@20"));
    assertThat(folded.value("ndcg@20")).isGreaterThan(2 * popular.value("ndcg@20"));
  }
}
