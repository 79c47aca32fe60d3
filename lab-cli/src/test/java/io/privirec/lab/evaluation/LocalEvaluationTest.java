package io.privirec.lab.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.privirec.federation.factors.PriviRecK;
import io.privirec.filter.data.Dataset;
import io.privirec.filter.data.SyntheticDataset;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.lab.factor.ReferenceFilter;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalEvaluationTest {
  @TempDir private Path directory;

  @Test
  void popularity_threeUsers_countsUnseenItemsOnly() {
    Quality quality = new LocalEvaluation(new TestUsers(TestDatasets.threeUsers())).popularity();
    // a 3, b 1, c 1, d 0. ada: c first of [c, d]. bob: b first, d third of [b, c, d].
    double bob = (1 + 1 / (Math.log(4) / Math.log(2))) / (1 + 1 / (Math.log(3) / Math.log(2)));
    assertThat(quality.ndcg()).isEqualTo((1 + bob) / 2, within(1e-12));
    assertThat(quality.recall()).isEqualTo(1);
    assertThat(quality.users()).isEqualTo(2);
  }

  @Test
  void central_syntheticData_beatsPopularityByFar() throws IOException {
    Dataset data = SyntheticDataset.generate(1);
    LocalEvaluation local = new LocalEvaluation(new TestUsers(data));
    ItemFilter filter =
        ReferenceFilter.of(new PriviRecK(data.items(), 64, 2, .3, 1, 64, 1000), data);
    Quality exact = local.exact(filter);
    assertThat(exact.users()).isEqualTo(2000);
    assertThat(exact.ndcg()).isGreaterThan(2 * local.popularity().ndcg());
    Quality folded = local.folded(filter, 1000, directory.resolve("filter.safetensors"));
    assertThat(folded.ndcg()).isEqualTo(exact.ndcg(), within(.01));
  }
}
