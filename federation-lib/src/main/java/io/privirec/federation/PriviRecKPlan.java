package io.privirec.federation;

import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.FactorsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/// The coordinator's side of PriviRec-k: item degrees → broadcast V; each Y_ℓ → X_ℓ T_ℓ = qr(Y_ℓ) →
/// broadcast X_ℓ; after the last sum S, Λ → the model's filter → folded filter F
/// (docs/algorithms.md).
final class PriviRecKPlan implements Plan {
  private static final String FILTER = "filter.safetensors";

  private final PriviRecK algorithm;
  private final FactorRounds factorRounds;

  PriviRecKPlan(PriviRecK algorithm) {
    this.algorithm = algorithm;
    this.factorRounds = algorithm.factorRounds();
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    List<RoundSpec> rounds = algorithm.rounds();
    return index == 0
        ? algorithm.degreeRound().complete(sum, workDirectory, rounds.get(1), algorithm.factors())
        : factorRounds.complete(
            rounds.get(index),
            sum,
            workDirectory,
            algorithm.model().idealRank(algorithm.factors().rank()));
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    Path factors = workDirectory.resolve(FactorRounds.FACTORS);
    Files.copy(
        factors,
        releaseDirectory.resolve(FactorRounds.FACTORS),
        StandardCopyOption.REPLACE_EXISTING);
    FilterFolder.fold(
        algorithm.model().filter(FactorsFile.read(factors)),
        algorithm.topN(),
        releaseDirectory.resolve(FILTER));
  }

  @Override
  public String model() {
    return algorithm.model().id();
  }

  @Override
  public long workingSetBytes() {
    return factorRounds.workingSetBytes();
  }
}
