package io.privirec.filter.factor;

import io.privirec.filter.matrix.RatingMatrix;

/// The means of users' ratings, added up: what a mean of all is made of that no user moves by more
/// than any other.
///
/// @param range of ratings
/// @param sum of the users' means, each counted [from the middle][BoundedAls.Ratings#fromMiddle]
/// @param users that rated anything
public record UserMeans(BoundedAls.Ratings range, double sum, double users) {
  /// Those of some users.
  static UserMeans of(BoundedAls.Ratings range, RatingMatrix data) {
    double sum = 0;
    long users = 0;
    for (int user = 0; user < data.pattern().users(); user++) {
      double mean = ofUser(range, data, user);
      if (!Double.isNaN(mean)) {
        sum += range.fromMiddle(mean);
        users++;
      }
    }
    return new UserMeans(range, sum, users);
  }

  /// The mean of a user's ratings; NaN without any.
  public static double ofUser(BoundedAls.Ratings range, RatingMatrix data, int user) {
    double sum = 0;
    int count = 0;
    for (int p = data.pattern().rowStart(user); p < data.pattern().rowEnd(user); p++) {
      double rating = data.value(p);
      if (!Double.isNaN(rating)) {
        sum += Math.clamp(rating, range.lowest(), range.highest());
        count++;
      }
    }
    return sum / count;
  }

  /// The mean over users; within the range also where noise made the sum.
  public double mean() {
    double mean = Math.clamp(sum / Math.max(1, users), -1, 1);
    return range.middle() + mean * (range.highest() - range.lowest()) / 2;
  }
}
