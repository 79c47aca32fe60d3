package io.privirec.federation.dpals;

import io.privirec.federation.FileDraft;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.noisy.NoisyCounts;
import io.privirec.federation.noisy.NoisyDegreeRound;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.factor.ItemFactorsFile;
import io.privirec.filter.factor.ItemFeatures;
import io.privirec.filter.factor.ItemFeaturesFile;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.ranking.ItemDegreesFile;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The coordinator's side: noisy counts → frequent items; where it is needed, a mean; each noisy
/// sum of equations → their vectors, which are broadcast for the next step and published after the
/// last. After the sums there is no data in it.
final class DpalsPlan implements Plan {
  /// A line of a catalogue has no more.
  private static final int CATEGORIES_OF_AN_ITEM = 32;

  private final Dpals dpals;

  DpalsPlan(Dpals dpals) {
    this.dpals = dpals;
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    if (index == NoisyDegreeRound.INDEX) {
      return takeCounts(sum, workDirectory);
    }
    if (index < dpals.firstStep()) {
      return next(index, counts(workDirectory), dpals.meanRound().read(sum), null, workDirectory);
    }
    return takeEquations(index, sum, workDirectory);
  }

  private static long[] counts(Path workDirectory) throws IOException {
    return ItemDegreesFile.read(workDirectory.resolve(ItemDegreesFile.NAME));
  }

  private PlanStep takeCounts(Aggregate sum, Path workDirectory) throws IOException {
    NoisyDegreeRound round = dpals.degreeRound();
    Optional<NoisyCounts> counts = round.complete(sum, workDirectory);
    if (counts.isEmpty()) {
      return NoisyDegreeRound.outOfRange();
    }
    Optional<PlanStep.Fail> useless = round.noiseAlone(counts.get(), sum);
    return useless.isPresent()
        ? useless.get()
        : next(NoisyDegreeRound.INDEX, counts.get().items(), 0, null, workDirectory);
  }

  /// Goes on to the round after `index`.
  private PlanStep next(
      int index, long[] counts, double mean, @Nullable DenseMatrix vectors, Path workDirectory)
      throws IOException {
    RoundSpec next = dpals.rounds().get(index + 1);
    if (next.hasBroadcast()) {
      DpalsBroadcast.write(workDirectory.resolve(next.broadcastFile()), counts, mean, vectors);
    }
    return new PlanStep.NextRound(next);
  }

  private PlanStep takeEquations(int index, Aggregate sum, Path workDirectory) throws IOException {
    StepRound round = dpals.stepRound(index);
    DpalsBroadcast before =
        DpalsBroadcast.read(
            workDirectory.resolve(round.spec().broadcastFile()), dpals, round.step());
    Optional<DenseMatrix> vectors = round.solve(sum, before.items(), features(workDirectory));
    if (vectors.isEmpty()) {
      return new PlanStep.Fail(
          "sum-out-of-range", "an entry of the sum is larger than what the ring is made for");
    }
    if (round.step() < dpals.als().steps()) {
      return next(index, counts(workDirectory), before.mean(), vectors.get(), workDirectory);
    }
    ItemFactors fitted = dpals.als().published(before.items(), before.mean(), vectors.get());
    FileDraft.write(
        workDirectory.resolve(ItemFactorsFile.NAME), file -> ItemFactorsFile.write(file, fitted));
    return new PlanStep.Publish();
  }

  private @Nullable ItemFeatures features(Path workDirectory) throws IOException {
    return dpals.readsItemFeatures()
        ? ItemFeaturesFile.read(workDirectory.resolve(ItemFeaturesFile.NAME), dpals.items())
        : null;
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    for (String name : new String[] {ItemDegreesFile.NAME, ItemFactorsFile.NAME}) {
      Files.copy(
          workDirectory.resolve(name),
          releaseDirectory.resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Override
  public Model model() {
    return new Model(ItemFactors.KIND, dpals.id());
  }

  /// Counts and vectors at work and in the release.
  @Override
  public long fileBytes() {
    int rank = dpals.als().rank() + 2;
    return 2 * DpalsBroadcast.bytes(dpals.items(), dpals.items(), rank) + featureBytes();
  }

  /// Categories of items, where they are read, as many as an item may have.
  private long featureBytes() {
    return dpals.readsItemFeatures()
        ? (long) Integer.BYTES * dpals.items() * (1 + CATEGORIES_OF_AN_ITEM)
        : 0;
  }

  /// The items' vectors, one block of the sum, and its rows; where categories are read, these and
  /// their vectors.
  @Override
  public long workingSetBytes() {
    int rank = dpals.als().rank();
    long categories =
        dpals.readsItemFeatures() ? (long) Double.BYTES * ItemFeatures.MAX_CATEGORIES * rank : 0;
    return 2L * Float.BYTES * dpals.items() * rank + (6L << 20) + featureBytes() + categories;
  }
}
