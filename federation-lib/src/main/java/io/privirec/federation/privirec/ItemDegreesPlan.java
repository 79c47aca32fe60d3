package io.privirec.federation.privirec;

import io.privirec.federation.Aggregate;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.filter.graph.FilterFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The coordinator's side of item degrees: the sum is V, and the filter says nothing, so that every
/// history gets popular items.
final class ItemDegreesPlan implements Plan {
  private static final String MODEL = "popularity";

  private final ItemDegrees algorithm;

  ItemDegreesPlan(ItemDegrees algorithm) {
    this.algorithm = algorithm;
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    return algorithm.degreeRound().complete(sum, workDirectory, Optional.empty(), Optional.empty());
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    ModelFiles.publish(workDirectory, releaseDirectory, ModelFiles.DEGREES);
    FilterFolder.foldNothing(algorithm.items(), releaseDirectory.resolve(ModelFiles.FILTER));
  }

  @Override
  public String model() {
    return MODEL;
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
