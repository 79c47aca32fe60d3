package io.privirec.privacy;

/// Bounds on what one unit changes in a vector of integers.
///
/// @param l2 of the change, positive; its square is what clipping and rounding keep
/// @param l1 of the change, positive
public record IntegerSensitivity(double l2, double l1) {
  public IntegerSensitivity {
    Positive.require("l2", l2);
    Positive.require("l1", l1);
  }

  /// Of integers whose L2 norm is bounded: then L1 ≤ L2·min(sqrt(dimension), L2), because integers
  /// are not above their squares.
  public static IntegerSensitivity ofIntegers(double l2, long dimension) {
    return new IntegerSensitivity(l2, l2 * Math.min(Math.sqrt((double) dimension), l2));
  }

  /// The same where a unit's vector is replaced by another one, not added or removed.
  public IntegerSensitivity doubled() {
    return times(2);
  }

  /// Returns the bounds on what several units change together.
  IntegerSensitivity times(int units) {
    return new IntegerSensitivity(units * l2, units * l1);
  }
}
