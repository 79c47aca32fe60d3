package io.privirec.filter.spectral;

import io.privirec.filter.matrix.DenseMatrix;
import java.util.Arrays;

/// What a power iteration publishes: P̃ ≈ S Λ Sᵀ, and V.
///
/// Immutable but for the basis, which is shared; arrays are copied in and out.
public final class SpectralFactors {
  private final DenseMatrix basis;
  private final float[] lambda;
  private final long[] itemDegrees;
  private final int idealRank;

  /// Checks shapes and values.
  ///
  /// @param basis S, orthonormal columns (not checked), shape [items × k]; finite
  /// @param lambda diagonal of Λ, shape [k]; finite, not negative, in the columns' order
  /// @param itemDegrees V, shape [items]; not negative
  /// @param idealRank how many of the first columns form the ideal low-pass filter, in [1, k]
  public SpectralFactors(DenseMatrix basis, float[] lambda, long[] itemDegrees, int idealRank) {
    this.basis = basis;
    this.lambda = lambda.clone();
    this.itemDegrees = itemDegrees.clone();
    this.idealRank = idealRank;
    int k = basis.columns();
    if (k < 1 || lambda.length != k || itemDegrees.length != basis.rows()) {
      throw new IllegalArgumentException(
          "%s must go with as many lambdas and degrees. Provided: %s and %s"
              .formatted(basis, lambda.length, itemDegrees.length));
    }
    if (idealRank < 1 || idealRank > k) {
      throw new IllegalArgumentException(
          "idealRank must be in [1, %s]. Provided: %s".formatted(k, idealRank));
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

  /// S, shape [items × k]; **shared**, not a copy.
  public DenseMatrix basis() {
    return basis;
  }

  /// Diagonal of Λ, shape [k]; a fresh array.
  public float[] lambda() {
    return lambda.clone();
  }

  /// V, shape [items]; a fresh array.
  public long[] itemDegrees() {
    return itemDegrees.clone();
  }

  /// How many of the first columns form the ideal low-pass filter.
  public int idealRank() {
    return idealRank;
  }

  /// Number of items.
  public int items() {
    return basis.rows();
  }

  /// Number of columns k.
  public int rank() {
    return basis.columns();
  }

  /// Same values; bases are compared element by element.
  @Override
  public boolean equals(Object other) {
    return other instanceof SpectralFactors that
        && idealRank == that.idealRank
        && basis.columns() == that.basis.columns()
        && Arrays.equals(basis.data(), that.basis.data())
        && Arrays.equals(lambda, that.lambda)
        && Arrays.equals(itemDegrees, that.itemDegrees);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(lambda) + Arrays.hashCode(itemDegrees);
  }

  @Override
  public String toString() {
    return "SpectralFactors[%s items, rank %s, ideal rank %s]"
        .formatted(items(), rank(), idealRank);
  }
}
