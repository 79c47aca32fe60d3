package io.privirec.serving.scoring;

import io.privirec.filter.graph.FactorFilter;
import io.privirec.filter.graph.FactorFilterFile;
import io.privirec.filter.graph.FilterRow;
import io.privirec.filter.graph.FoldedFilter;
import io.privirec.filter.safetensors.SafetensorsException;
import io.privirec.serving.scoring.ScoringListener.Phase;
import io.privirec.wire.ReleaseManifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Every graph filter that is linear in the history, folded: GF-CF, Turbo-CF, BSPM, spectral. Exact
/// scores are those of the filter before it was folded, where that is a product left · rightᵀ.
final class FoldedFilterModel implements ReleasedModel, HistoryScorer {
  static final Kind KIND =
      new Kind(
          FoldedFilter.KIND,
          true,
          ReleaseManifest.FILTER,
          true,
          ReleaseManifest.FACTORED_FILTER,
          FoldedFilterModel::open);

  private final FoldedFilter filter;
  private final Accumulators accumulators;
  private final @Nullable ExactScores exact;

  private FoldedFilterModel(FoldedFilter filter, @Nullable ExactScores exact) {
    this.filter = filter;
    this.accumulators =
        new Accumulators(2 * Runtime.getRuntime().availableProcessors(), filter.items());
    this.exact = exact;
  }

  private static FoldedFilterModel open(
      Path file, @Nullable Path exactFile, ScoringListener batches) throws IOException {
    FoldedFilter filter = FoldedFilter.open(file);
    try {
      return new FoldedFilterModel(
          filter, exactFile == null ? null : exact(exactFile, filter.items(), batches));
    } catch (IOException | RuntimeException e) {
      filter.close();
      throw e;
    }
  }

  private static ExactScores exact(Path file, int items, ScoringListener batches)
      throws IOException {
    FactorFilter product = FactorFilterFile.read(file);
    if (product.items() != items) {
      throw new SafetensorsException(
          "items must be %s everywhere. Found: factors %s".formatted(items, product.items()));
    }
    return new ExactScores(product, batches);
  }

  @Override
  public int items() {
    return filter.items();
  }

  @Override
  public boolean has(ScoreMode mode) {
    return mode == ScoreMode.FOLDED || exact != null;
  }

  @Override
  public HistoryScorer histories(ScoreMode mode) {
    return switch (mode) {
      case FOLDED -> this;
      case EXACT -> {
        if (exact == null) {
          throw new RequestRefusal.NoExactForm();
        }
        yield exact;
      }
    };
  }

  @Override
  public <T> T score(History history, ScoringListener listener, Function<float[], T> use) {
    return accumulators.with(scores -> {
      long start = System.nanoTime();
      filter.score(history.items(), history.weights(), scores);
      listener.scored(Phase.GATHER, System.nanoTime() - start);
      return use.apply(scores);
    });
  }

  @Override
  public IntFunction<float[]> contributions(History history) {
    return item -> {
      float[] contributions = new float[history.items().length];
      for (int n = 0; n < contributions.length; n++) {
        contributions[n] = history.weights()[n] * filter.contribution(history.items()[n], item);
      }
      return contributions;
    };
  }

  @Override
  public float contribution(int source, int item) {
    return filter.contribution(source, item);
  }

  @Override
  public float largestContribution(int source) {
    FilterRow row = filter.row(source);
    float most = 0;
    for (int n = 0; n < row.length(); n++) {
      if (row.item(n) != source) {
        most = Math.max(most, row.value(n));
      }
    }
    return most;
  }

  /// Unmaps the file.
  @Override
  public void close() {
    if (exact != null) {
      exact.close();
    }
    filter.close();
  }
}
