package io.privirec.filter.factor;

/// A history folded into items' vectors: the user's vector, and what each item of the history adds
/// to a score. Immutable.
public final class FoldIn {
  private final ItemFactors model;
  private final int[] items;
  private final double[] targets;
  private final UserSystem system;
  private final boolean says;

  FoldIn(ItemFactors model, int[] items, float[] ratings, float[] weights) {
    if (items.length != ratings.length || items.length != weights.length) {
      throw new IllegalArgumentException("items, ratings and weights must be of one length");
    }
    this.model = model;
    this.items = items.clone();
    this.targets = new double[items.length];
    this.system = new UserSystem(model);
    for (int j = 0; j < items.length; j++) {
      system.add(items[j], ratings[j], weights[j]);
      double target = model.objective().target(ratings[j], model.base(items[j]));
      targets[j] = model.has(items[j]) && !Double.isNaN(target) ? weights[j] * target : 0;
    }
    this.says = system.factorise();
  }

  /// Whether the history says anything: it has an item with a vector, and a rating where that
  /// counts.
  public boolean says() {
    return says;
  }

  /// The user's vector; zeros when the history says nothing.
  public double[] user() {
    return says ? system.user() : new double[model.rank()];
  }

  /// What each item of the history adds to the score of one item: u = (A + ρI)⁻¹ Σ t_j v_j is
  /// linear in the targets, so that the parts and [ItemFactors#base] add up to the score.
  ///
  /// @return one for each item of the history
  public double[] contributions(int scored) {
    double[] parts = new double[items.length];
    if (says) {
      double[] solved = system.solve(model.factors().data(), scored * model.rank());
      for (int j = 0; j < items.length; j++) {
        parts[j] =
            targets[j] == 0
                ? 0
                : targets[j] * (model.score(solved, items[j]) - model.base(items[j]));
      }
    }
    return parts;
  }
}
