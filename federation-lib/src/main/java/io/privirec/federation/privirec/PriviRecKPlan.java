package io.privirec.federation.privirec;

import io.privirec.federation.Plan;
import io.privirec.federation.PlanStep;
import io.privirec.federation.RoundSpec;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import io.privirec.secagg.Aggregate;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The coordinator's side of PriviRec-k: item degrees → broadcast V; each Y_ℓ → X_ℓ T_ℓ = qr(Y_ℓ) →
/// broadcast X_ℓ; after the last sum S, Λ → the model's filter → folded filter F
/// (docs/algorithms.md).
final class PriviRecKPlan implements Plan {
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
        ? algorithm
            .degreeRound()
            .complete(sum, workDirectory, Optional.of(rounds.get(1)), Optional.of(factorRounds))
        : factorRounds.complete(
            rounds.get(index),
            sum,
            workDirectory,
            algorithm.model().idealRank(algorithm.factors().rank()));
  }

  @Override
  public void writeRelease(Path workDirectory, Path releaseDirectory) throws IOException {
    writeRelease(algorithm.model(), algorithm.topN(), workDirectory, releaseDirectory);
  }

  /// Of factors and V that lie in the working directory.
  static void writeRelease(FactorModel model, int topN, Path workDirectory, Path releaseDirectory)
      throws IOException {
    ModelFiles.publish(workDirectory, releaseDirectory, ModelFiles.DEGREES, ModelFiles.FACTORS);
    SpectralFactors factors = FactorsFile.read(workDirectory.resolve(ModelFiles.FACTORS));
    ItemFilter filter = model.filter(factors);
    Path folded = releaseDirectory.resolve(ModelFiles.FILTER);
    if (filter instanceof FactorFilter product) {
      writeBoth(product, topN, releaseDirectory.resolve(ModelFiles.FACTORED_FILTER), folded);
    } else {
      FilterFolder.fold(filter, topN, folded);
    }
  }

  /// At once: the product waits for the disk most of the time, the fold for processors.
  private static void writeBoth(FactorFilter filter, int topN, Path product, Path folded)
      throws IOException {
    try (ExecutorService beside =
        Executors.newSingleThreadExecutor(Thread.ofPlatform().name("write-product").factory())) {
      Future<?> written =
          beside.submit(() -> {
            FactorFilterFile.write(product, filter);
            return null;
          });
      FilterFolder.fold(filter, topN, folded);
      join(written);
    }
  }

  private static void join(Future<?> written) throws IOException {
    try {
      written.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("told to end while the product was written");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException("the product was not written", e);
      }
    }
  }

  @Override
  public Model model() {
    return new Model(FoldedFilter.KIND, algorithm.model().id());
  }

  /// V, S and Λ at work and in the release, F in the release, folded and as a product.
  @Override
  public long fileBytes() {
    int k = algorithm.factors().rank();
    int depth = k + algorithm.model().idealRank(k);
    return 2 * (Long.BYTES * (long) algorithm.items() + factorRounds.factorBytes())
        + ModelFiles.filterBytes(algorithm.items(), algorithm.topN())
        + ModelFiles.factoredFilterBytes(algorithm.items(), depth);
  }

  @Override
  public long workingSetBytes() {
    return factorRounds.workingSetBytes();
  }
}
