package io.privirec.serving.scoring;

import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Scores histories in one form of a model, each always to the same bits, whatever else is scored
/// beside it. Thread-safe.
public interface HistoryScorer {
  /// Scores all items.
  ///
  /// @param listener told how long that took
  /// @param use is given the scores, shape [items], which are nobody else's until it returns
  <T> T score(History history, ScoringListener listener, Function<float[], T> use);

  /// What each item of a history adds to the score of an item, item by item.
  IntFunction<float[]> contributions(History history);

  /// What a history says of ratings; null of models that do not know ratings.
  default @Nullable PredictedRatings ratings(History history) {
    return null;
  }
}
