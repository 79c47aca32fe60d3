package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;

/// What a power iteration publishes: P̃ ≈ S Λ Sᵀ, and V.
///
/// Arrays are copied in and out; the basis is shared.
///
/// @param basis S, orthonormal columns, shape [items × k]; finite
/// @param lambda diagonal of Λ, shape [k]; finite, not negative, in the columns' order
/// @param itemDegrees V, shape [items]; not negative
/// @param idealRank how many of the first columns form the ideal low-pass filter, in [1, k]
public record SpectralFactors(
    DenseMatrix basis, float[] lambda, long[] itemDegrees, int idealRank) {

  /// Checks shapes and values.
  public SpectralFactors {
    lambda = lambda.clone();
    itemDegrees = itemDegrees.clone();
    int k = basis.columns();
    if (k < 1 || lambda.length != k || itemDegrees.length != basis.rows()) {
      throw new IllegalArgumentException(
          "%s must go with as many lambdas and degrees. Provided: %d and %d"
              .formatted(basis, lambda.length, itemDegrees.length));
    }
    if (idealRank < 1 || idealRank > k) {
      throw new IllegalArgumentException(
          "idealRank must be in [1, %d]. Provided: %d".formatted(k, idealRank));
    }
    for (float value : lambda) {
      if (!(value >= 0) || Float.isInfinite(value)) {
        throw new IllegalArgumentException("lambda must be finite and at least 0: " + value);
      }
    }
    for (long degree : itemDegrees) {
      if (degree < 0) {
        throw new IllegalArgumentException("degrees must be at least 0: " + degree);
      }
    }
    for (float value : basis.data()) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("basis must be finite");
      }
    }
  }

  /// Number of items.
  public int items() {
    return basis.rows();
  }

  /// Number of columns k.
  public int rank() {
    return basis.columns();
  }

  @Override
  public float[] lambda() {
    return lambda.clone();
  }

  @Override
  public long[] itemDegrees() {
    return itemDegrees.clone();
  }

  /// Same values; bases are compared element by element.
  @Override
  public boolean equals(Object other) {
    return other instanceof SpectralFactors that
        && idealRank == that.idealRank
        && basis.columns() == that.basis.columns()
        && java.util.Arrays.equals(basis.data(), that.basis.data())
        && java.util.Arrays.equals(lambda, that.lambda)
        && java.util.Arrays.equals(itemDegrees, that.itemDegrees);
  }

  @Override
  public int hashCode() {
    return 31 * java.util.Arrays.hashCode(lambda) + java.util.Arrays.hashCode(itemDegrees);
  }

  @Override
  public String toString() {
    return "SpectralFactors[%d items, rank %d, ideal rank %d]"
        .formatted(items(), rank(), idealRank);
  }
}
