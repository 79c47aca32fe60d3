package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.BitSet;

/// A recommender that scores all items from a history alone, as r F: linear in r.
public interface ItemFilter {
  /// Number of items.
  int items();

  /// Scores of several users, on all cores; seen items are not masked.
  ///
  /// @param histories item indices of each user, ascending and unique; may be empty (scores 0)
  /// @return shape [histories × items]
  DenseMatrix scoreBatch(int[][] histories);

  /// Items of which the filter says nothing, whatever the history: they rank after all others.
  default BitSet unscored() {
    return new BitSet();
  }
}
