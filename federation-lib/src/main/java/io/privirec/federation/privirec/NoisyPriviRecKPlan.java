package io.privirec.federation.privirec;

import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.noisy.NoisyDegreeRound;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;

/// The coordinator's side of PriviRec-k with privacy of users: noisy counts → broadcast; each noisy
/// Y_ℓ → X_ℓ → broadcast; after the last sum S, Λ → folded filter F. After the sums there is no
/// data in it.
final class NoisyPriviRecKPlan implements Plan {
  private final NoisyPriviRecK algorithm;

  NoisyPriviRecKPlan(NoisyPriviRecK algorithm) {
    this.algorithm = algorithm;
  }

  private int rank() {
    return algorithm.factors().rank();
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    if (index == NoisyDegreeRound.INDEX) {
      return algorithm.degreeRound().next(sum, workDirectory, algorithm.rounds().get(1));
    }
    long[] counts = ItemDegreesFile.read(workDirectory.resolve(ModelFiles.DEGREES));
    return algorithm
        .products()
        .complete(
            algorithm.rounds().get(index),
            sum,
            counts,
            workDirectory,
            algorithm.model().idealRank(rank()));
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    PriviRecKPlan.writeRelease(
        algorithm.model(), algorithm.topN(), workDirectory, releaseDirectory);
  }

  @Override
  public Model model() {
    return new Model(FoldedFilter.KIND, algorithm.model().id());
  }

  /// V, S and Λ at work and in the release, F in the release, folded and as a product.
  @Override
  public long fileBytes() {
    int items = algorithm.items();
    long factors = (long) Float.BYTES * rank() * (items + 1L) + (long) Long.BYTES * items;
    return 2 * (Long.BYTES * (long) items + factors)
        + ModelFiles.filterBytes(items, algorithm.topN())
        + ModelFiles.factoredFilterBytes(items, rank() + algorithm.model().idealRank(rank()));
  }

  @Override
  public long workingSetBytes() {
    return algorithm.products().workingSetBytes();
  }
}
