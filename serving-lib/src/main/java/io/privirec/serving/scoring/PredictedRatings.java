package io.privirec.serving.scoring;

import org.jspecify.annotations.Nullable;

/// Ratings that a history predicts.
public interface PredictedRatings {
  /// The rating of an item.
  ///
  /// @param score of the item for that history
  /// @return null: the model tells nothing of the item
  @Nullable Predicted of(int item, float score);

  /// One rating.
  ///
  /// @param base what the score is counted from: the mean rating, with the item's bias
  /// @param rating within the range of ratings
  record Predicted(float base, float rating) {}
}
