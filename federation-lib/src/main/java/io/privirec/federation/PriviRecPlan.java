package io.privirec.federation;

import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.ItemGram;
import io.privirec.filter.graph.ItemGramFile;
import io.privirec.filter.graph.SparseGfCf;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/// The coordinator's side of PriviRec: item degrees → broadcast V; the sum of the Gram round is P̃,
/// kept sparse; then as PriviRec-k to S, Λ; GF-CF on P̃ and S → folded filter F
/// (docs/algorithms.md).
final class PriviRecPlan implements Plan {
  /// P̃, in the session's working directory and in its release.
  private static final String GRAM = "gram.safetensors";

  private static final String FILTER = "filter.safetensors";

  private final PriviRec algorithm;
  private final FactorRounds factorRounds;

  PriviRecPlan(PriviRec algorithm) {
    this.algorithm = algorithm;
    this.factorRounds = algorithm.factorRounds();
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    List<RoundSpec> rounds = algorithm.rounds();
    return switch (index) {
      case 0 ->
          algorithm.degreeRound().complete(sum, workDirectory, rounds.get(1), algorithm.factors());
      case 1 -> takeGram(sum, workDirectory, rounds.get(1), rounds.get(2));
      default ->
          factorRounds.complete(rounds.get(index), sum, workDirectory, algorithm.factors().rank());
    };
  }

  private PlanStep takeGram(Aggregate sum, Path workDirectory, RoundSpec round, RoundSpec next)
      throws IOException {
    Optional<ItemGram> gram = algorithm.gramRound().read(sum);
    if (gram.isEmpty()) {
      return new PlanStep.Fail("sum-out-of-range", "an entry of the sum lies outside [0, 1]");
    }
    FileDraft draft = FileDraft.of(workDirectory.resolve(GRAM));
    ItemGramFile.write(draft.path(), gram.get());
    draft.finish();
    long[] degrees =
        FactorBroadcast.itemDegrees(
            workDirectory.resolve(round.broadcastFile()), algorithm.items());
    FactorBroadcast.write(workDirectory.resolve(next.broadcastFile()), degrees, null);
    return new PlanStep.NextRound(next);
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    for (String name : List.of(GRAM, FactorRounds.FACTORS)) {
      Files.copy(
          workDirectory.resolve(name),
          releaseDirectory.resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
    SpectralFactors factors = FactorsFile.read(workDirectory.resolve(FactorRounds.FACTORS));
    FilterFolder.fold(
        new SparseGfCf(
            ItemGramFile.read(workDirectory.resolve(GRAM)),
            factors.basis(),
            factors.itemDegrees(),
            algorithm.gamma()),
        algorithm.topN(),
        releaseDirectory.resolve(FILTER));
  }

  @Override
  public String model() {
    return FactorModel.GfCf.ID;
  }

  /// P̃ of which a twentieth is not 0, both halves, while the upper one is there, too; not at the
  /// same time as a product and its factors.
  @Override
  public long workingSetBytes() {
    long entries = (long) algorithm.items() * algorithm.items() / 20;
    return Math.max(3 * Long.BYTES * entries / 2, factorRounds.workingSetBytes());
  }
}
