package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.SymmetricEigen;
import org.jspecify.annotations.Nullable;

/// Solves the equations of frequent items' vectors, which noise may have made indefinite: the
/// nearest positive semidefinite matrix takes the place of theirs, and then λ_v is added. (Without
/// that, noise alone decides the coordinates of small eigenvalues. At ε = 20 on MovieLens 1M, nine
/// matrices of ten are indefinite, so that nothing is saved by trying Cholesky's method first.)
///
/// Safe for use by several threads, each with its own place.
public final class ItemSolver {
  private final BoundedAls als;
  private final FrequentItems items;
  private final double[] squares;
  private final @Nullable FeatureTerms features;

  /// @param squares of all users, lower triangle row by row; not read where unseen pairs do not
  ///   count. Not copied
  /// @param features what is added for what is public of items; null: nothing
  public ItemSolver(
      BoundedAls als, FrequentItems items, double[] squares, @Nullable FeatureTerms features) {
    this.als = als;
    this.items = items;
    this.squares = squares;
    this.features = features;
  }

  /// The vector of an item from everybody's equations.
  ///
  /// @param triangle lower, row by row
  /// @param vectors gets the vector as the row of its place
  public void solve(int place, double[] triangle, double[] right, DenseMatrix vectors) {
    int rank = right.length;
    double unseen = als.target() instanceof BoundedAls.Interactions all ? all.unseenWeight() : 0;
    double[] matrix = new double[rank * rank];
    for (int row = 0, at = 0; row < rank; row++) {
      for (int column = 0; column <= row; column++, at++) {
        double entry = triangle[at] + (unseen == 0 ? 0 : unseen * squares[at]);
        matrix[row * rank + column] = entry;
        matrix[column * rank + row] = entry;
      }
    }
    double ridge = als.ridge().ofItem(items, place);
    SymmetricEigen eigen = SymmetricEigen.of(matrix, rank);
    double[] vector =
        features == null
            ? alongEigenvectors(eigen, ridge, right)
            : withFeatures(features, place, eigen, ridge, right);
    for (int n = 0; n < rank; n++) {
      vectors.data()[place * rank + n] = (float) vector[n];
    }
  }

  private static double[] alongEigenvectors(SymmetricEigen eigen, double ridge, double[] right) {
    int rank = right.length;
    double[] values = eigen.values();
    double[] w = eigen.vectors();
    double[] vector = new double[rank];
    for (int j = 0; j < rank; j++) {
      double along = 0;
      for (int n = 0; n < rank; n++) {
        along += w[n * rank + j] * right[n];
      }
      along /= Math.max(0, values[j]) + ridge;
      for (int n = 0; n < rank; n++) {
        vector[n] += along * w[n * rank + j];
      }
    }
    return vector;
  }

  private static double[] withFeatures(
      FeatureTerms features, int place, SymmetricEigen eigen, double ridge, double[] right) {
    int rank = right.length;
    double[] values = eigen.values();
    double[] w = eigen.vectors();
    double[] projected = new double[NormalEquations.triangle(rank)];
    for (int j = 0; j < rank; j++) {
      double value = Math.max(0, values[j]);
      for (int row = 0, at = 0; value > 0 && row < rank; row++) {
        for (int column = 0; column <= row; column++, at++) {
          projected[at] += value * w[row * rank + j] * w[column * rank + j];
        }
      }
    }
    double[] vector = right.clone();
    features.add(place, projected, vector);
    if (!NormalEquations.factorise(projected, ridge, rank)) {
      throw new ArithmeticException("an item's equations are not positive definite");
    }
    NormalEquations.substitute(projected, vector);
    return vector;
  }
}
