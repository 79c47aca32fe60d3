package io.privirec.federation.privirec;

import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.noisy.NoisyDegreeRound;
import io.privirec.filter.ranking.Popularity;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The coordinator's side of item degrees: the sum is V, and every history gets popular items.
final class ItemDegreesPlan implements Plan {
  private final ItemDegrees algorithm;

  ItemDegreesPlan(ItemDegrees algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    Optional<NoisyDegreeRound> noisy = algorithm.noisyRound();
    return noisy.isPresent()
        ? noisy
            .get()
            .complete(sum, workDirectory)
            .<PlanStep>map(_ -> new PlanStep.Publish())
            .orElseGet(NoisyDegreeRound::outOfRange)
        : algorithm.degreeRound().complete(sum, workDirectory, Optional.empty(), Optional.empty());
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    ModelFiles.publish(workDirectory, releaseDirectory, ModelFiles.DEGREES);
  }

  @Override
  public Model model() {
    return new Model(Popularity.KIND, Popularity.KIND);
  }

  @Override
  public long fileBytes() {
    return 2L * Long.BYTES * algorithm.items();
  }

  @Override
  public long workingSetBytes() {
    return 2L * Long.BYTES * algorithm.items();
  }
}
