package io.privirec.federation.dpals;

import io.privirec.filter.factor.BoundedAls;
import io.privirec.filter.factor.BoundedEquations;
import io.privirec.privacy.IntegerSensitivity;

/// The fixed point of a step's sum, and how much of it one user can change.
///
/// A matrix has every entry off its diagonal twice, and its triangle once: these get √2 times the
/// scale, so that the triangle has the norm of the matrix, ‖u uᵀ‖ = ‖u‖², and all of a sum the same
/// noise.
///
/// @param perUser k, in [1, 4096]
/// @param diagonal of squares, in 2^-10 of a unit: 2^10 over the ratio of their noise to that of
///   right-hand sides
/// @param weighsUnseen whether every user's square is in the sum once more
record Scales(int perUser, int diagonal, boolean weighsUnseen) {
  static final int MAX_PER_USER = 4096;

  static final int USER_BITS = 16;
  static final int TARGET_BITS = 16;
  static final int WEIGHT_BITS = 14;
  static final int ONE_WEIGHT = 1 << WEIGHT_BITS;

  /// Of a sum's elements: its unit is 2^-16.
  static final int UNIT_BITS = 16;

  private static final int DIAGONAL_BITS = 10;

  /// Products of weight (20 bits for k = 4096), square (32) and scale (10.5) have less than 63
  /// bits.
  static final long SQUARE_DIVISOR =
      1L << (WEIGHT_BITS + 2 * USER_BITS + DIAGONAL_BITS - UNIT_BITS);

  static final long RIGHT_DIVISOR = 1L << (WEIGHT_BITS + USER_BITS + TARGET_BITS - UNIT_BITS);

  Scales {
    if (perUser < 1 || perUser > MAX_PER_USER) {
      throw new IllegalArgumentException(
          "itemsPerUser must be in [1, %s]. Provided value: %s".formatted(MAX_PER_USER, perUser));
    }
  }

  /// @param ratio of the noise on squares to that on right-hand sides, at least 1
  static Scales of(BoundedAls als, double ratio) {
    if (!(ratio >= 1 && ratio <= 1 << (DIAGONAL_BITS / 2))) {
      throw new IllegalArgumentException(
          "matrixNoise must be in [1, 32]. Provided value: " + ratio);
    }
    return new Scales(
        als.perUser(), (int) Math.rint((1 << DIAGONAL_BITS) / ratio), als.weighsUnseen());
  }

  /// Of entries off the diagonal: √2 times that on it, rounded down.
  int offDiagonal() {
    return (int) Math.floor(Math.sqrt(2) * diagonal);
  }

  /// The norm of a user's weights.
  long weightBound() {
    return (long) Math.floor(Math.sqrt(perUser) * ONE_WEIGHT);
  }

  /// Of the integers of one user. Squares: 2^32 · diagonal over the divisor, times the norm of the
  /// weights. Right-hand sides: 2^16 · 2^16 over the divisor, times it. And the square once more.
  IntegerSensitivity sensitivity(long dimension) {
    double weights = weightBound();
    double square = Math.scalb((double) diagonal, 2 * USER_BITS) / SQUARE_DIVISOR;
    double right = Math.scalb(1.0, USER_BITS + TARGET_BITS) / RIGHT_DIVISOR;
    double squared = weights * weights * (square * square + right * right);
    if (weighsUnseen) {
      squared += Math.pow(ONE_WEIGHT * square, 2);
    }
    return IntegerSensitivity.ofIntegers(Math.sqrt(squared), dimension);
  }

  /// Undoes the scale of a triangle, row by row.
  double[] triangle(long[] row, int rank) {
    double[] triangle = new double[BoundedEquations.triangle(rank)];
    for (int i = 0, at = 0; i < rank; i++) {
      for (int j = 0; j <= i; j++, at++) {
        int scale = i == j ? diagonal : offDiagonal();
        triangle[at] = Math.scalb((double) row[at], DIAGONAL_BITS - UNIT_BITS) / scale;
      }
    }
    return triangle;
  }

  /// Undoes the scale of a right-hand side.
  ///
  /// @param bound what a target of modulus 1 stands for
  double[] right(long[] row, int rank, double bound) {
    double[] right = new double[rank];
    for (int n = 0; n < rank; n++) {
      right[n] = bound * Math.scalb((double) row[BoundedEquations.triangle(rank) + n], -UNIT_BITS);
    }
    return right;
  }
}
