package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;

/// X₀ = qr(G): the orthonormal start of a power iteration, expanded by everyone from the public
/// session seed, bit by bit the same on every machine.
///
/// G is a matrix of [Normals].
public final class StartBasis {
  private StartBasis() {}

  /// Expands a seed.
  ///
  /// @param items rows, at least `columns`
  /// @param columns at least 1
  /// @return orthonormal columns, shape [items × columns]
  public static DenseMatrix expand(long seed, int items, int columns) {
    if (columns < 1 || items < columns) {
      throw new IllegalArgumentException(
          "columns must be in [1, items = %s]. Provided: %s".formatted(items, columns));
    }
    return TallQr.factorise(Normals.of(seed, items, columns)).q();
  }
}
