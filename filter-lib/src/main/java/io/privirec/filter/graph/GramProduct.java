package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.spectral.NormalisedInteractions;

/// Multiplies by P̃, in whichever form there is.
@FunctionalInterface
public interface GramProduct {
  /// P̃ X, on all cores.
  ///
  /// @param x shape [items × n]
  /// @return shape [items × n], fresh
  DenseMatrix times(DenseMatrix x);

  /// By R̃ᵀ(R̃ X): 4 · interactions · n operations, where P̃ itself may have fifty times as many
  /// entries. Only where all interactions are in one place.
  static GramProduct of(NormalisedInteractions interactions) {
    return x -> {
      DenseMatrix y = DenseMatrix.zeros(interactions.items(), x.columns());
      interactions.backProject(interactions.project(x), 0, interactions.items(), y.data());
      return y;
    };
  }

  /// By a sparse P̃.
  static GramProduct of(ItemGram gram) {
    return gram::times;
  }
}
