package io.privirec.privacy;

/// What constructors check.
final class Positive {
  private Positive() {}

  static double require(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          what + " must be positive and finite. Provided value: " + value);
    }
    return value;
  }
}
