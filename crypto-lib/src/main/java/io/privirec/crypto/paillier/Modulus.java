package io.privirec.crypto.paillier;

import java.math.BigInteger;

/// Products modulo a fixed number by Barrett's reduction (Menezes, van Oorschot, Vanstone 1996,
/// Algorithm 14.42, with bits for digits): two more products instead of a division. Not constant
/// time.
final class Modulus {
  private final BigInteger value;
  private final int bits;
  private final BigInteger reciprocal;

  Modulus(BigInteger value) {
    this.value = value;
    this.bits = value.bitLength();
    this.reciprocal = BigInteger.ONE.shiftLeft(2 * bits).divide(value);
  }

  BigInteger value() {
    return value;
  }

  /// a · b mod m, both in [0, m).
  BigInteger times(BigInteger a, BigInteger b) {
    BigInteger product = a.multiply(b);
    BigInteger quotient = product.shiftRight(bits - 1).multiply(reciprocal).shiftRight(bits + 1);
    BigInteger rest = product.subtract(quotient.multiply(value));
    // The quotient is at most two too small.
    while (rest.compareTo(value) >= 0) {
      rest = rest.subtract(value);
    }
    return rest;
  }
}
