package io.privirec.acceptance.session;

import io.privirec.federation.AlgorithmSettings;
import io.privirec.federation.RoundSpec;
import io.privirec.federation.dpals.Dpals;
import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.CentralFit;
import io.privirec.filter.factor.ItemFactors;
import io.privirec.filter.matrix.RatingMatrix;

/// How far what a session of bounded least squares published is from the fit of the same data in
/// one place, in doubles and without noise, and how far noise can bring it.
///
/// Both begin with the published counts and the public first vectors, so that in a session of one
/// step every user's vector is the same in both. The vector v of an item solves (G + λ) v = g. The
/// published one solves (Π(G + E) + λ) v' = g + e, with E and e the noise and Π the nearest
/// positive semidefinite matrix. G is one, and Π brings no two matrices further apart, so that
///
/// λ ‖v' − v‖ ≤ ‖e‖ + ‖E‖ ‖v‖.
///
/// This is added up over items, as squares. The norm of d independent numbers of standard deviation
/// σ is above σ (√d + t) with a probability of at most exp(−t²/2); t is six, and that 2e-8.
///
/// @param distance √Σ (λ ‖v' − v‖)²
/// @param bound that noise and the fixed point keep
public record BoundedFit(double distance, double bound) {
  private static final double DEVIATIONS = 6;

  /// Returns whether the algorithm is bounded least squares.
  public static boolean concerns(AlgorithmSettings algorithm) {
    return algorithm instanceof Dpals;
  }

  /// Compares.
  ///
  /// @param settings of a session that this [#concerns], of one step, whose ridge is the same for
  ///   all items
  /// @param counts as published
  /// @param data of those who are said to be in the sum
  /// @param deviation standard deviation of the noise in the step's sum, in units of its integers
  public static BoundedFit of(
      AlgorithmSettings settings,
      ItemFactors published,
      long[] counts,
      RatingMatrix data,
      double deviation) {
    Dpals algorithm = (Dpals) settings;
    BoundedAls als = algorithm.als();
    if (als.steps() != 1 || als.ridge().exponent() != 0 || als.featureWeight() != 0) {
      throw new IllegalArgumentException(
          "fits of one step with one ridge and without features can be compared");
    }
    ItemFactors fitted = CentralFit.of(als, data, counts, /* features= */ null, bound -> 0);
    double squares = 0;
    double longest = 0;
    for (int item = 0; item < counts.length; item++) {
      double[] expected = vector(als, fitted, item);
      double[] found = vector(als, published, item);
      double norm = 0;
      for (int n = 0; n < als.rank(); n++) {
        squares += Math.pow(als.ridge().item() * (found[n] - expected[n]), 2);
        norm += expected[n] * expected[n];
      }
      longest = Math.max(longest, Math.sqrt(norm));
    }
    RoundSpec step = algorithm.algorithm().specs().getLast();
    double right = Math.scalb(deviation, -step.vector().scaleBits());
    double square = algorithm.matrixNoise() * right;
    int vectors = als.frequent(counts.length);
    int triangle = als.rank() * (als.rank() + 1) / 2;
    double ofMatrices = norm(square, (double) vectors * triangle);
    if (als.target() instanceof BoundedAls.Interactions(double unseenWeight, double _)) {
      ofMatrices += Math.sqrt(vectors) * unseenWeight * norm(square, triangle);
    }
    double bound =
        als.targetBound() * norm(right, (double) vectors * als.rank())
            + longest * ofMatrices
            + rounding(als, data.pattern().users(), vectors, longest);
    return new BoundedFit(Math.sqrt(squares), bound);
  }

  /// Whether noise explains the distance.
  public boolean holds() {
    return distance <= bound;
  }

  /// Returns the largest norm of noise in so many numbers.
  private static double norm(double deviation, double numbers) {
    return deviation * (Math.sqrt(numbers) + DEVIATIONS);
  }

  /// Of one user, weights are less than 2^-14 off and all else less than 2^-15; products are 2^-16
  /// off once more. Weights have the norm √k at most.
  private static double rounding(BoundedAls als, int users, int vectors, double longest) {
    double ofUser = Math.scalb(Math.sqrt(vectors) + Math.sqrt(als.perUser()), -13);
    return users * ofUser * als.rank() * (als.targetBound() + longest);
  }

  /// The vector that the equations gave, in which a bias is the first coordinate.
  private static double[] vector(BoundedAls als, ItemFactors model, int item) {
    double[] vector = new double[als.rank()];
    for (int n = 0; n < vector.length; n++) {
      vector[n] = model.factors().get(item, n);
    }
    if (model.hasBiases()) {
      vector[0] =
          (model.base(item) - model.mean()) / ((BoundedAls.Ratings) als.target()).constant();
    }
    return vector;
  }
}
