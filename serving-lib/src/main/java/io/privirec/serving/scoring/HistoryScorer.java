package io.privirec.serving.scoring;

import java.util.BitSet;
import java.util.function.Function;
import java.util.function.IntFunction;

/// Scores histories in one form of a model, each always to the same bits, whatever else is scored
/// beside it. Thread-safe.
public interface HistoryScorer {
  /// Scores all items.
  ///
  /// @param listener told how long that took
  /// @param use is given the scores, shape [items], which are nobody else's until it returns
  <T> T score(History history, ScoringListener listener, Function<float[], T> use);

  /// Items of which the model says nothing, whatever the history: they score 0 and rank after all
  /// others, since 0 need not be less than what the others score.
  default BitSet unscored() {
    return new BitSet();
  }

  /// What each item of a history adds to the score of an item, item by item.
  IntFunction<float[]> contributions(History history);
}
