package io.privirec.filter.factor;

/// The equations of one user's vector after another's.
final class UserSystem {
  private final ItemFactors model;
  private final NormalEquations equations;
  private final double[] triangle;
  private long interactions;

  UserSystem(ItemFactors model) {
    this.model = model;
    this.equations = new NormalEquations(model.rank());
    this.triangle = new double[NormalEquations.triangle(model.rank())];
  }

  void clear() {
    equations.clear();
    interactions = 0;
  }

  /// Takes in an interaction, unless its item has no vector or it says nothing.
  void add(int item, float rating, float weight) {
    double target = model.objective().target(rating, model.mean());
    if (model.has(item) && !Double.isNaN(target)) {
      equations.add(model.factors().data(), item * model.rank(), (float) target, weight);
      interactions++;
    }
  }

  /// The vector; zeros without any interaction.
  double[] user() {
    double[] vector = new double[model.rank()];
    if (interactions > 0) {
      equations.copy(triangle, vector);
      solveInPlace(vector);
    }
    return vector;
  }

  /// (A + ρI)⁻¹ x; zeros without any interaction.
  double[] solve(float[] x, int from) {
    double[] vector = new double[model.rank()];
    if (interactions > 0) {
      equations.copy(triangle, vector);
      for (int n = 0; n < vector.length; n++) {
        vector[n] = x[from + n];
      }
      solveInPlace(vector);
    }
    return vector;
  }

  private void solveInPlace(double[] vector) {
    double[] unseen = model.unseen();
    for (int n = 0; n < triangle.length; n++) {
      triangle[n] += unseen[n];
    }
    NormalEquations.solve(triangle, model.objective().ridge(interactions), vector);
  }
}
