package io.privirec.lab.evaluation;

/// Predicts ratings. It is measured by its errors and not by lists: what it rates highest may be
/// what few have rated.
public interface RatingPredictor {
  /// The ratings that a user would give.
  ///
  /// @param history items that the user has
  /// @param ratings of these, NaN where there is none
  /// @param items whose ratings are wanted
  double[] predict(int[] history, float[] ratings, int[] items);

  /// What a score predicts. One of 0 says nothing about an item, as when too few have rated it: the
  /// mean is predicted, then.
  default double predicted(float score) {
    return score == 0 ? mean() : score;
  }

  /// Mean of all ratings.
  double mean();

  /// The lowest rating; predictions below are taken for it.
  double lowest();

  /// The highest rating.
  double highest();
}
