package io.privirec.filter.factor;

import java.util.Arrays;

/// The equations of one user's vector after another's.
final class UserSystem {
  private final ItemFactors model;
  private final NormalEquations equations;
  private final double[] triangle;
  private final double[] right;
  private double weights;

  UserSystem(ItemFactors model) {
    this.model = model;
    this.equations = new NormalEquations(model.rank());
    this.triangle = new double[NormalEquations.triangle(model.rank())];
    this.right = new double[model.rank()];
  }

  void clear() {
    equations.clear();
    weights = 0;
  }

  /// Takes in an interaction, unless its item has no vector or it says nothing.
  void add(int item, float rating, float weight) {
    double target = model.objective().target(rating, model.base(item));
    if (model.has(item) && !Double.isNaN(target)) {
      equations.add(model.factors().data(), item * model.rank(), (float) target, weight);
      weights += weight;
    }
  }

  /// Solves for what was taken in; after this a vector costs two triangular products.
  ///
  /// @return whether there is a solution: something was taken in, and the equations are positive
  ///   definite, as they are to the precision of floats unless items' vectors are huge
  boolean factorise() {
    if (weights == 0) {
      return false;
    }
    equations.copy(triangle, right);
    double[] unseen = model.unseen();
    for (int n = 0; n < triangle.length; n++) {
      triangle[n] += unseen[n];
    }
    return NormalEquations.factorise(triangle, model.objective().ridge(weights), model.rank());
  }

  /// The user's vector, of what was factorised.
  double[] user() {
    double[] vector = right.clone();
    NormalEquations.substitute(triangle, vector);
    return vector;
  }

  /// (A + ρI)⁻¹ x, of what was factorised.
  double[] solve(float[] x, int from) {
    double[] vector = new double[right.length];
    Arrays.setAll(vector, n -> x[from + n]);
    NormalEquations.substitute(triangle, vector);
    return vector;
  }
}
