package io.privirec.lab.evaluation;

import java.util.Arrays;

/// Errors of predicted ratings over one set of users.
///
/// @param rmse root mean square of the errors on the held-out ratings
/// @param ratings how many those are
public record RatingErrors(double rmse, long ratings) {
  /// Of a model, its predictions cut to the range of ratings.
  public static RatingErrors of(RatingPredictor model, TestUsers users) {
    double[][] predictions = new double[users.count()][];
    for (int n = 0; n < predictions.length; n++) {
      predictions[n] = model.predict(users.history(n), users.ratings(n), users.heldOut(n));
    }
    return of(predictions, model, users);
  }

  /// Of each user's mean rating, as a measure to compare with.
  ///
  /// @param model whose mean stands for that of a user who rated nothing
  public static RatingErrors ofUserMeans(RatingPredictor model, TestUsers users) {
    double[][] means = new double[users.count()][];
    for (int n = 0; n < means.length; n++) {
      means[n] = new double[users.heldOut(n).length];
      Arrays.fill(means[n], mean(users.ratings(n), model.mean()));
    }
    return of(means, model, users);
  }

  /// Of predictions for the held-out items of every user, cut to the model's range of ratings.
  static RatingErrors of(double[][] predictions, RatingPredictor model, TestUsers users) {
    double squares = 0;
    long count = 0;
    for (int n = 0; n < predictions.length; n++) {
      float[] ratings = users.heldOutRatings(n);
      for (int i = 0; i < ratings.length; i++) {
        if (!Float.isNaN(ratings[i])) {
          double error =
              Math.clamp(predictions[n][i], model.lowest(), model.highest()) - ratings[i];
          squares += error * error;
          count++;
        }
      }
    }
    return new RatingErrors(Math.sqrt(squares / count), count);
  }

  private static double mean(float[] ratings, double otherwise) {
    double sum = 0;
    int count = 0;
    for (float rating : ratings) {
      if (!Float.isNaN(rating)) {
        sum += rating;
        count++;
      }
    }
    return count == 0 ? otherwise : sum / count;
  }
}
