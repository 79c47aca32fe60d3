package io.privirec.federation.privirec;

import io.privirec.federation.FileDraft;
import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramBuilder;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Aggregate;
import io.privirec.wire.algorithm.PriviRecParameters.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// The coordinator's side of PriviRec: item degrees → broadcast V; the sum of the Gram round is P̃,
/// kept sparse; where the model needs factors, as PriviRec-k to S, Λ; the model's filter of P̃ and
/// S → folded filter F (docs/algorithms.md).
final class PriviRecPlan implements Plan {
  /// Of the heap, for P̃.
  private static final double SHARE = .8;

  private final PriviRec algorithm;
  private final Optional<FactorRounds> factorRounds;
  private final long mostEntries;

  PriviRecPlan(PriviRec algorithm) {
    this(algorithm, Runtime.getRuntime().maxMemory());
  }

  /// @param heapBytes of this process
  PriviRecPlan(PriviRec algorithm, long heapBytes) {
    this.algorithm = algorithm;
    this.factorRounds = algorithm.factorRounds();
    this.mostEntries = (long) (SHARE * heapBytes / ItemGramBuilder.BYTES_PER_ENTRY);
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    RoundSpec round = algorithm.rounds().get(index);
    return switch (index) {
      case 0 ->
          algorithm
              .degreeRound()
              .complete(
                  sum, workDirectory, Optional.of(algorithm.gramRound().spec()), factorRounds);
      case 1 -> takeGram(sum, workDirectory, round);
      default -> factorRounds.orElseThrow().complete(round, sum, workDirectory, idealRank());
    };
  }

  private int idealRank() {
    return algorithm.model().factors().orElseThrow().rank();
  }

  private PlanStep takeGram(Aggregate sum, Path workDirectory, RoundSpec round) throws IOException {
    Degrees degrees =
        FactorBroadcast.degrees(workDirectory.resolve(round.broadcastFile()), algorithm.items());
    Optional<ItemGram> opened;
    try {
      opened = algorithm.gramRound().read(sum, degrees.items(), mostEntries);
    } catch (ArithmeticException tooLarge) {
      return new PlanStep.Fail("gram-above-heap", String.valueOf(tooLarge.getMessage()));
    }
    if (opened.isEmpty()) {
      return new PlanStep.Fail("sum-out-of-range", "an entry of the sum lies outside [0, 1]");
    }
    ItemGram gram = opened.get();
    FileDraft.write(workDirectory.resolve(ModelFiles.GRAM), file -> ItemGramFile.write(file, gram));
    if (factorRounds.isEmpty()) {
      return new PlanStep.Publish();
    }
    RoundSpec next = factorRounds.get().specs().getFirst();
    FactorBroadcast.write(workDirectory.resolve(next.broadcastFile()), degrees, null);
    return new PlanStep.NextRound(next);
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    ModelFiles.publish(workDirectory, releaseDirectory, ModelFiles.DEGREES, ModelFiles.GRAM);
    Optional<SpectralFactors> factors = Optional.empty();
    if (factorRounds.isPresent()) {
      ModelFiles.publish(workDirectory, releaseDirectory, ModelFiles.FACTORS);
      factors = Optional.of(FactorsFile.read(workDirectory.resolve(ModelFiles.FACTORS)));
    }
    ItemGram gram = ItemGramFile.read(workDirectory.resolve(ModelFiles.GRAM));
    FilterFolder.fold(
        algorithm.model().filter(gram, factors),
        algorithm.topN(),
        releaseDirectory.resolve(ModelFiles.FILTER));
  }

  @Override
  public Model model() {
    return new Model(FoldedFilter.KIND, algorithm.model().id());
  }

  /// P̃'s upper half, V and the factors at work and in the release, F in the release.
  @Override
  public long fileBytes() {
    long gram = Long.BYTES * expectedEntries() / 2 + 4L * algorithm.items();
    return 2
            * (gram
                + (long) Long.BYTES * algorithm.items()
                + factorRounds.map(FactorRounds::factorBytes).orElse(0L))
        + ModelFiles.filterBytes(algorithm.items(), algorithm.topN());
  }

  /// P̃, both halves, while the upper one is there, too; not at the same time as a product and its
  /// factors.
  @Override
  public long workingSetBytes() {
    return Math.max(
        ItemGramBuilder.BYTES_PER_ENTRY * expectedEntries() / 2, leastWorkingSetBytes());
  }

  @Override
  public long leastWorkingSetBytes() {
    return factorRounds.map(FactorRounds::workingSetBytes).orElse(0L);
  }

  /// Of P̃, both halves. Nobody can know before the sum is opened: a twentieth of all, twice as
  /// many as on Gowalla.
  private long expectedEntries() {
    return (long) algorithm.items() * algorithm.items() / 20;
  }
}
