package io.privirec.federation.factors;

import io.privirec.federation.Publication;
import io.privirec.federation.items.ModelFiles;
import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.graph.FilterFolder;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.spectral.FactorsFile;
import io.privirec.filter.spectral.SpectralFactors;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The release of factors and V that lie in the working directory. It has both, and the folded
/// filter of the model. If the filter is a product, the release has the product too.
///
/// @param items m
/// @param topN entries kept per row of the folded filter
public record FactorRelease(int items, FactorModel model, int topN) {
  /// What the session publishes.
  ///
  /// @param rank k, columns of the factors
  public Publication publication(int rank) {
    return new Publication(
        new Publication.Model(FoldedFilter.KIND, model.id()), this::write, fileBytes(rank));
  }

  private void write(Path workDirectory, Path releaseDirectory) throws IOException {
    Publication.Writing.copying(ModelFiles.DEGREES, ModelFiles.FACTORS)
        .write(workDirectory, releaseDirectory);
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

  /// V, S and Λ at work and in the release, F in the release, folded and as a product.
  private long fileBytes(int rank) {
    return 2 * (Long.BYTES * (long) items + factorBytes(items, rank))
        + ModelFiles.filterBytes(items, topN)
        + ModelFiles.factoredFilterBytes(items, rank + model.idealRank(rank));
  }

  /// Of [ModelFiles#FACTORS].
  public static long factorBytes(int items, int rank) {
    return (long) Float.BYTES * rank * (items + 1L) + (long) Long.BYTES * items;
  }
}
