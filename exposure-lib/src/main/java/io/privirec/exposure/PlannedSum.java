package io.privirec.exposure;

/// Sums without noise of one session, by the number of equations that they open.
///
/// @param algorithm name in the API
/// @param columns linear equations for each item: columns of all products, or the number of items
///   if the item Gram matrix is summed; 0 if the session sums item degrees only
/// @param minSupport items of fewer users leave the session after its first sum, at least 1
public record PlannedSum(String algorithm, int columns, int minSupport) {
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
