package io.privirec.filter.factor;

import static java.util.Objects.requireNonNull;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.RatingMatrix;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// [BoundedAls] over data in one place.
public final class CentralFit {
  private CentralFit() {}

  /// Fits a model to data in one place, in doubles and without noise: what sessions are compared
  /// with.
  ///
  /// @param counts c_j, how many users have each item
  /// @param features of items; read only where they have a weight
  /// @param draw a number below the one given; read only where chance decides
  public static ItemFactors of(
      BoundedAls als,
      RatingMatrix data,
      long[] counts,
      @Nullable ItemFeatures features,
      IntUnaryOperator draw) {
    FrequentItems items = FrequentItems.of(counts, als.frequent(counts.length));
    double mean =
        als.needsMean() ? UserMeans.of((BoundedAls.Ratings) als.target(), data).mean() : 0;
    DenseMatrix vectors = als.start(items);
    for (int step = 0; step < als.steps(); step++) {
      BoundedEquations equations =
          BoundedEquations.of(als, BoundedUsers.of(als, items, mean, vectors, data), draw);
      vectors = equations.solve(als, null);
      if (als.featureWeight() > 0) {
        vectors =
            equations.solve(
                als,
                FeatureTerms.of(items, requireNonNull(features), als.featureWeight(), vectors));
      }
    }
    return als.published(items, mean, vectors);
  }
}
