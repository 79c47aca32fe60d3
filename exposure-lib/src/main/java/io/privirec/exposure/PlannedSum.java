package io.privirec.exposure;

/// A sum without noise, by the number of equations that it opens.
///
/// @param algorithm name in the API
/// @param columns linear equations for each item: columns of all products, or the number of items
///   if the item Gram matrix is summed; 0 if the session sums item degrees only
/// @param minSupport items of fewer users leave the session after its first sum, at least 1
/// @param seed of the start basis if the session states a public seed; otherwise any number
public record PlannedSum(String algorithm, int columns, int minSupport, long seed) {
  /// Checks ranges.
  public PlannedSum {
    if (columns < 0) {
      throw new IllegalArgumentException("columns must be at least 0. Provided: " + columns);
    }
    if (minSupport < 1) {
      throw new IllegalArgumentException("minSupport must be at least 1. Provided: " + minSupport);
    }
  }
}
