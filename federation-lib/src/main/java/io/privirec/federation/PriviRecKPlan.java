package io.privirec.federation;

import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// The coordinator's side of PriviRec-k: item degrees → broadcast V; each Y_ℓ → X_ℓ T_ℓ = qr(Y_ℓ) →
/// broadcast X_ℓ; after the last sum S, Λ → the model's filter → folded filter F
/// (docs/algorithms.md).
final class PriviRecKPlan implements Plan {
  private static final String FACTORS = "factors.safetensors";
  private static final String FILTER = "filter.safetensors";

  private final PriviRecK algorithm;
  private final FactorRounds factorRounds;

  PriviRecKPlan(PriviRecK algorithm) {
    this.algorithm = algorithm;
    this.factorRounds = algorithm.factorRounds();
  }

  @Override
  public PlanStep complete(int index, Aggregate sum, Path workDirectory) throws IOException {
    return index == 0 ? takeDegrees(sum, workDirectory) : takeProduct(index, sum, workDirectory);
  }

  private PlanStep takeDegrees(Aggregate sum, Path workDirectory) throws IOException {
    DegreeRound.Degrees degrees = algorithm.degreeRound().read(sum);
    if (!degrees.isPossible()) {
      return DegreeRound.impossible(degrees);
    }
    int width = algorithm.factors().width();
    if (width > degrees.users()) {
      return new PlanStep.Fail(
          "rank-above-users",
          "k = %d with oversampling %d exceeds the cohort's %d users with interactions"
              .formatted(
                  algorithm.factors().rank(), algorithm.factors().oversampling(), degrees.users()));
    }
    RoundSpec next = algorithm.rounds().get(1);
    FactorBroadcast.write(workDirectory.resolve(next.broadcastFile()), degrees.itemDegrees(), null);
    return new PlanStep.NextRound(next);
  }

  private PlanStep takeProduct(int index, Aggregate sum, Path workDirectory) throws IOException {
    RoundSpec round = algorithm.rounds().get(index);
    int idealRank = algorithm.model().idealRank(algorithm.factors().rank());
    return switch (factorRounds.complete(round, sum, workDirectory, idealRank)) {
      case FactorRounds.Outcome.Next() -> new PlanStep.NextRound(algorithm.rounds().get(index + 1));
      case FactorRounds.Outcome.Impossible(var failure) -> failure;
      case FactorRounds.Outcome.Done(var factors) -> {
        writeFactors(workDirectory.resolve(FACTORS), factors);
        yield new PlanStep.Publish();
      }
    };
  }

  private static void writeFactors(Path file, SpectralFactors factors) throws IOException {
    FileDraft draft = FileDraft.of(file);
    FactorsFile.write(draft.path(), factors);
    draft.finish();
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    Path factors = workDirectory.resolve(FACTORS);
    Files.copy(factors, releaseDirectory.resolve(FACTORS), StandardCopyOption.REPLACE_EXISTING);
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
