package io.privirec.filter.power;

import io.privirec.filter.matrix.SymmetricEigen;
import java.util.Arrays;

/// Approximate eigenvectors and eigenvalues in the span of a basis, by descending eigenvalue.
///
/// @param vectors orthonormal, shape [rows × k]
/// @param values at least 0, shape [k]
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RitzPairs(TallMatrix vectors, double[] values) {
  /// The k largest.
  ///
  /// @param basis Z, orthonormal
  /// @param projected ZᵀPZ, row-major; read as the mean of itself and its transpose. Eigenvalues
  ///   below 0, which noise makes, become 0
  /// @param k in [1, columns of Z]
  public static RitzPairs of(TallMatrix basis, double[] projected, int k) {
    int r = basis.columns();
    SymmetricEigen eigen = SymmetricEigen.of(projected, r);
    TallMatrix vectors = basis.times(eigen.vectors(), r).first(k);
    double[] values =
        Arrays.stream(eigen.values()).limit(k).map(value -> Math.max(0, value)).toArray();
    return new RitzPairs(vectors, values);
  }
}
