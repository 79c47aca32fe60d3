package io.privirec.federation;

import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Path;

/// A plan that is another one but for what it overrides, as [ForwardingAlgorithm] is of an
/// algorithm.
public interface ForwardingPlan extends Plan {
  /// The other one.
  Plan of();

  @Override
  default PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    return of().complete(index, sum, workDirectory);
  }

  @Override
  default boolean publishesCounts() {
    return of().publishesCounts();
  }

  @Override
  default boolean endEarly(PlanStep.PublishPopular why, Path workDirectory) throws IOException {
    return of().endEarly(why, workDirectory);
  }

  @Override
  default void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    of().writeRelease(workDirectory, releaseDirectory);
  }

  @Override
  default Model model() {
    return of().model();
  }

  @Override
  default Model published(Path workDirectory) throws IOException {
    return of().published(workDirectory);
  }

  @Override
  default long fileBytes() {
    return of().fileBytes();
  }

  @Override
  default long workingSetBytes() {
    return of().workingSetBytes();
  }

  @Override
  default long leastWorkingSetBytes() {
    return of().leastWorkingSetBytes();
  }
}
