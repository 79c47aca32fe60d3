package io.privirec.serving;

import io.privirec.serving.ScoringListener.Phase;
import java.util.function.Function;

/** Scores by the folded filter, in vectors that are used again and again. Thread-safe. */
final class FoldedScores implements HistoryScorer {
  private final Scorer.Personal scorer;
  private final Accumulators accumulators;

  FoldedScores(Scorer.Personal scorer) {
    this.scorer = scorer;
    this.accumulators =
        new Accumulators(2 * Runtime.getRuntime().availableProcessors(), scorer.items());
  }

  @Override
  public <T> T score(History history, ScoringListener listener, Function<float[], T> use) {
    return accumulators.with(scores -> {
      long start = System.nanoTime();
      scorer.score(history.items(), history.weights(), scores);
      listener.scored(Phase.GATHER, System.nanoTime() - start);
      return use.apply(scores);
    });
  }

  @Override
  public float[] contributions(History history, int item) {
    return scorer.contributions(history.items(), history.weights(), item);
  }
}
