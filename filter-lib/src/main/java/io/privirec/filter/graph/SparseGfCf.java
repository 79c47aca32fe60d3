package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;

/// GF-CF [Shen 2021] on a sparse P̃: s = r P̃ + γ r F_IDL. Immutable and safe for several threads.
public final class SparseGfCf implements ItemFilter {
  private final ItemGram gram;
  private final IdealLowPass ideal;
  private final float gamma;

  /// Makes the filter.
  ///
  /// @param gram P̃ for α = ½
  /// @param basis S, orthonormal columns (not checked), shape [items × k]
  /// @param itemDegrees V, shape [items]
  /// @param gamma weight of the ideal low-pass filter, finite and at least 0
  public SparseGfCf(ItemGram gram, DenseMatrix basis, long[] itemDegrees, double gamma) {
    if (basis.rows() != gram.items() || itemDegrees.length != gram.items()) {
      throw new IllegalArgumentException(
          "%s must go with as many rows and degrees. Provided: %s and %d"
              .formatted(gram, basis, itemDegrees.length));
    }
    if (!(gamma >= 0) || Double.isInfinite(gamma)) {
      throw new IllegalArgumentException("gamma must be finite and at least 0: " + gamma);
    }
    this.gram = gram;
    this.ideal = new IdealLowPass(basis, itemDegrees);
    this.gamma = (float) gamma;
  }

  @Override
  public int items() {
    return gram.items();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    Histories.check(histories, items());
    DenseMatrix scores = ideal.score(histories, gamma);
    gram.addScores(histories, scores);
    return scores;
  }
}
