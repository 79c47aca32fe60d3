package io.privirec.exposure;

import io.privirec.filter.power.TallMatrix;
import io.privirec.filter.spectral.PowerIteration.Eigenvalues;

/// A sum without noise over a snapshot, or a release, as its reader sees it.
public sealed interface OpenedSum {
  /// Rounding of sums of floats, relative to the numbers of a row.
  double FLOAT = 0x1p-23;

  /// Rounding of sums of doubles.
  double DOUBLE = 0x1p-50;

  /// A product P̃ X: one linear equation for each item and column.
  ///
  /// @param basis X, shape [items × columns]
  /// @param product P̃ X, shape [items × columns]
  /// @param error standard deviation of the error of each number of the product, positive
  /// @param relative standard deviation of rounding, relative to the numbers of a row
  record Product(TallMatrix basis, TallMatrix product, double error, double relative)
      implements OpenedSum {
    public Product {
      if (basis.rows() != product.rows() || basis.columns() != product.columns()) {
        throw new IllegalArgumentException(
            "basis and product must have one shape. Provided: %s × %s and %s × %s"
                .formatted(basis.rows(), basis.columns(), product.rows(), product.columns()));
      }
      requirePositive(error);
      requirePart(relative);
    }

    /// A product whose shares were computed in floats and summed in fixed point, as in
    /// `privirec-k`.
    ///
    /// @param scaleBits of the fixed point
    /// @param participants number of participants that round their share
    public static Product inFloats(
        TallMatrix basis, TallMatrix product, int scaleBits, int participants) {
      return new Product(basis, product, rounding(scaleBits, participants), FLOAT);
    }

    /// A product whose shares were computed in doubles and summed in fixed point, as in `fedpower`
    /// and `ddppm`.
    ///
    /// @param scaleBits of the fixed point
    /// @param participants number of participants that round their share
    public static Product inDoubles(
        TallMatrix basis, TallMatrix product, int scaleBits, int participants) {
      return new Product(basis, product, rounding(scaleBits, participants), DOUBLE);
    }
  }

  /// P̃ itself.
  ///
  /// @param gram P̃, shape [items × items]
  /// @param error standard deviation of the error of each number, positive
  /// @param relative standard deviation of rounding, relative to the number
  record Gram(TallMatrix gram, double error, double relative) implements OpenedSum {
    public Gram {
      if (gram.rows() != gram.columns()) {
        throw new IllegalArgumentException(
            "an item Gram matrix must be square. Provided: %s × %s"
                .formatted(gram.rows(), gram.columns()));
      }
      requirePositive(error);
      requirePart(relative);
    }

    /// The sum of `privirec`, whose shares were computed in floats.
    ///
    /// @param scaleBits of the fixed point
    /// @param participants number of participants that round their share
    public static Gram inFloats(TallMatrix gram, int scaleBits, int participants) {
      return new Gram(gram, rounding(scaleBits, participants), FLOAT);
    }
  }

  /// A release after sums that its readers do not see, as approximate eigenpairs of P̃.
  ///
  /// @param start X₀, shape [items × columns]; of `DIAG_T` as many columns as vectors
  /// @param vectors S, shape [items × k]
  /// @param values diagonal of Λ, shape [k]
  /// @param kind how S and Λ follow from the sums
  /// @param iterations L, at least 1
  /// @param error standard deviation of the error of each number of S, positive
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Factors(
      TallMatrix start,
      TallMatrix vectors,
      double[] values,
      Eigenvalues kind,
      int iterations,
      double error)
      implements OpenedSum {
    public Factors {
      values = values.clone();
      int k = vectors.columns();
      if (start.rows() != vectors.rows() || values.length != k || start.columns() < k) {
        throw new IllegalArgumentException(
            "vectors must have the rows of the start, at most its columns, and a value each. Provided: %s × %s of %s × %s, %s values"
                .formatted(vectors.rows(), k, start.rows(), start.columns(), values.length));
      }
      if (kind == Eigenvalues.DIAG_T && start.columns() != k) {
        throw new IllegalArgumentException(
            "the start of diag-t must have %s columns. Provided: %s".formatted(k, start.columns()));
      }
      if (iterations < 1) {
        throw new IllegalArgumentException(
            "iterations must be at least 1. Provided: " + iterations);
      }
      requirePositive(error);
    }

    /// Λ, a fresh array.
    @Override
    public double[] values() {
      return values.clone();
    }

    /// The same release of other numbers.
    Factors with(TallMatrix otherStart, TallMatrix otherVectors) {
      return new Factors(otherStart, otherVectors, values, kind, iterations, error);
    }
  }

  /// Number of items.
  default int items() {
    return switch (this) {
      case Product product -> product.basis().rows();
      case Gram gram -> gram.gram().rows();
      case Factors factors -> factors.vectors().rows();
    };
  }

  /// The rounding error of each participant is uniform, up to half a unit.
  private static double rounding(int scaleBits, int participants) {
    return Math.scalb(Math.sqrt(participants / 12.0), -scaleBits);
  }

  private static void requirePositive(double error) {
    if (!(error > 0 && Double.isFinite(error))) {
      throw new IllegalArgumentException("error must be positive and finite. Provided: " + error);
    }
  }

  private static void requirePart(double relative) {
    if (!(relative >= 0 && relative < 1)) {
      throw new IllegalArgumentException("relative must be in [0, 1). Provided: " + relative);
    }
  }
}
