package io.privirec.filter.factor;

import io.privirec.filter.matrix.InteractionMatrix;
import io.privirec.filter.matrix.RatingMatrix;

/// What has to be known of the data before factors are fitted: how many users rated each item, and
/// the ratings' sum. Interactions that say nothing to the objective are not counted.
///
/// @param raters of each item
/// @param users with at least one of them
/// @param sum of the ratings, cut to the objective's range; 0 where it reads none
// The array is the caller's own, as in every record of sums; nobody compares these.
@SuppressWarnings("ArrayRecordComponent")
public record RatingTotals(long[] raters, long users, double sum) {
  /// Those of some users.
  public static RatingTotals of(LeastSquares objective, RatingMatrix data) {
    InteractionMatrix pattern = data.pattern();
    long[] raters = new long[pattern.items()];
    long users = 0;
    double sum = 0;
    for (int user = 0; user < pattern.users(); user++) {
      boolean counts = false;
      for (int p = pattern.rowStart(user); p < pattern.rowEnd(user); p++) {
        double target = objective.target(data.value(p), 0);
        if (!Double.isNaN(target)) {
          raters[pattern.column(p)]++;
          sum += objective.readsRatings() ? target : 0;
          counts = true;
        }
      }
      users += counts ? 1 : 0;
    }
    return new RatingTotals(raters, users, sum);
  }

  /// Whether ratings can have these totals: raters in [0, users], and a mean that the objective's
  /// range holds.
  public boolean isPossible(LeastSquares objective) {
    for (long each : raters) {
      if (each < 0 || each > users) {
        return false;
      }
    }
    if (!objective.readsRatings()) {
      return sum == 0;
    }
    return objective.holds(mean());
  }

  /// Mean of all ratings; 0 without any.
  public double mean() {
    long ratings = 0;
    for (long each : raters) {
      ratings += each;
    }
    return ratings == 0 ? 0 : sum / ratings;
  }
}
