package io.privirec.filter.factor;

import io.privirec.filter.matrix.DenseMatrix;

/// What public features of items add to the equations of the items' vectors [Curmei et al. 2023]:
/// each category f has a vector w_f, such that w_f · v_j tells whether item j is in it, and v_j is
/// to agree with those of all categories, with a weight γ. So items of like categories get like
/// vectors, which noise then says less of. It costs no privacy: of people there are only the
/// vectors in it, which were made of noisy sums.
///
/// An item in no category is one of which nothing is known: it takes no part. Immutable.
public final class FeatureTerms {
  /// Of the mean eigenvalue of Σ v vᵀ, what is added to it for the vectors of categories.
  private static final double RIDGE = .01;

  private final FrequentItems items;
  private final ItemFeatures features;
  private final double weight;
  private final double[][] vectors;
  private final double[] mean;
  private final double[] matrix;

  private FeatureTerms(
      FrequentItems items,
      ItemFeatures features,
      double weight,
      double[][] vectors,
      double[] mean,
      double[] matrix) {
    this.items = items;
    this.features = features;
    this.weight = weight;
    this.vectors = vectors;
    this.mean = mean;
    this.matrix = matrix;
  }

  /// Fits the vectors of categories to those of the items: least squares of x_jf, 1 where item j is
  /// in category f and else 0, less the mean of f over the frequent items that are in any.
  ///
  /// @param weight γ, positive
  /// @param vectors of the frequent items
  public static FeatureTerms of(
      FrequentItems items, ItemFeatures features, double weight, DenseMatrix vectors) {
    if (features.items() != items.all()) {
      throw new IllegalArgumentException(
          "features must be of %s items. Provided value: %s"
              .formatted(items.all(), features.items()));
    }
    int rank = vectors.columns();
    int categories = features.categories();
    double[] squares = new double[NormalEquations.triangle(rank)];
    double[] sum = new double[rank];
    double[][] rights = new double[categories][rank];
    int[] members = new int[categories];
    int described = 0;
    for (int place = 0; place < items.count(); place++) {
      int[] own = features.of(items.item(place));
      if (own.length > 0) {
        described++;
        for (int row = 0, at = 0; row < rank; row++) {
          sum[row] += vectors.get(place, row);
          for (int column = 0; column <= row; column++, at++) {
            squares[at] += (double) vectors.get(place, row) * vectors.get(place, column);
          }
        }
        for (int category : own) {
          members[category]++;
          for (int n = 0; n < rank; n++) {
            rights[category][n] += vectors.get(place, n);
          }
        }
      }
    }
    double[] mean = new double[rank];
    if (fitted(squares, rank)) {
      for (int category = 0; category < categories; category++) {
        double share = members[category] / (double) described;
        double[] own = rights[category];
        for (int n = 0; n < rank; n++) {
          own[n] -= share * sum[n];
        }
        NormalEquations.substitute(squares, own);
        for (int n = 0; n < rank; n++) {
          mean[n] += share * own[n];
        }
      }
    } else {
      // No item of a category has a vector: nothing is known.
      rights = new double[categories][rank];
    }
    return new FeatureTerms(items, features, weight, rights, mean, matrix(rights, weight, rank));
  }

  private static boolean fitted(double[] squares, int rank) {
    double trace = 0;
    for (int row = 0, at = 0; row < rank; at += ++row + 1) {
      trace += squares[at];
    }
    return trace > 0 && NormalEquations.factorise(squares, RIDGE * trace / rank, rank);
  }

  private static double[] matrix(double[][] vectors, double weight, int rank) {
    double[] matrix = new double[NormalEquations.triangle(rank)];
    for (double[] own : vectors) {
      for (int row = 0, at = 0; row < rank; row++) {
        for (int column = 0; column <= row; column++, at++) {
          matrix[at] += weight * own[row] * own[column];
        }
      }
    }
    return matrix;
  }

  /// Adds γ Σ_f w_f w_fᵀ and γ Σ_f x_jf w_f to the equations of an item.
  ///
  /// @param triangle lower, row by row
  void add(int place, double[] triangle, double[] right) {
    int[] own = features.of(items.item(place));
    if (own.length == 0) {
      return;
    }
    for (int n = 0; n < triangle.length; n++) {
      triangle[n] += matrix[n];
    }
    for (int n = 0; n < right.length; n++) {
      right[n] -= weight * mean[n];
      for (int category : own) {
        right[n] += weight * vectors[category][n];
      }
    }
  }
}
