package io.privirec.serving.scoring;

import io.privirec.filter.graph.FoldedFilter;
import io.privirec.serving.scoring.ScoringListener.Phase;
import java.util.function.Function;
import java.util.function.IntFunction;

/// Scores by the folded filter, in vectors that are used again and again. Thread-safe.
final class FoldedScores implements HistoryScorer {
  private final FoldedFilter filter;
  private final Accumulators accumulators;

  FoldedScores(FoldedFilter filter) {
    this.filter = filter;
    this.accumulators =
        new Accumulators(2 * Runtime.getRuntime().availableProcessors(), filter.items());
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
}
