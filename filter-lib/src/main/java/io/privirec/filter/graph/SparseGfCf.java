package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;

/// GF-CF [Shen 2021] on a sparse P̃: s = r P̃ + γ r F_IDL. Immutable and safe for several threads.
public final class SparseGfCf implements ItemFilter {
  private final ItemGram gram;
  private final FactorFilter ideal;

  /// Makes the filter.
  ///
  /// @param gram P̃ for α = ½
  /// @param basis S, orthonormal columns (not checked), shape [items × k]
  /// @param itemDegrees V, shape [items]
  /// @param gamma weight of the ideal low-pass filter, finite and at least 0
  public SparseGfCf(ItemGram gram, DenseMatrix basis, long[] itemDegrees, double gamma) {
    if (basis.rows() != gram.items() || itemDegrees.length != gram.items()) {
      throw new IllegalArgumentException(
          "%s must go with as many rows and degrees. Provided: %s and %s"
              .formatted(gram, basis, itemDegrees.length));
    }
    this.gram = gram;
    this.ideal = FactorFilter.idealLowPass(basis, itemDegrees, gamma);
  }

  @Override
  public int items() {
    return gram.items();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    DenseMatrix scores = ideal.scoreBatch(histories);
    gram.addScores(histories, scores);
    return scores;
  }
}
