package io.privirec.crypto.paillier;

import java.math.BigInteger;

/// Powers of one base (Brickell, Gordon, McCurley, Wilson 1992): a table of all powers that have
/// one digit, so that any other is a product of as many numbers as its exponent has digits that are
/// not 0. Not constant time: what a memory image or a clock may show is in the threat model.
///
/// Memory: 63 numbers of the modulus' size for each six bits of an exponent; fewer for few powers.
final class FixedBase {
  private static final int MOST_WINDOW_BITS = 6;

  private final Modulus modulus;
  private final int exponentBits;
  private final int windowBits;

  /// By position and digit, from 1 on.
  private final BigInteger[][] powers;

  /// @param exponentBits most of an exponent
  /// @param uses about how many powers are asked for: the table is no larger than pays
  FixedBase(BigInteger base, Modulus modulus, int exponentBits, int uses) {
    this.modulus = modulus;
    this.exponentBits = exponentBits;
    this.windowBits = windowBits(uses);
    int digits = 1 << windowBits;
    this.powers = new BigInteger[Math.ceilDiv(exponentBits, windowBits)][digits];
    BigInteger ofPosition = base;
    for (BigInteger[] ofDigits : powers) {
      ofDigits[0] = BigInteger.ONE;
      for (int digit = 1; digit < digits; digit++) {
        ofDigits[digit] = modulus.times(ofDigits[digit - 1], ofPosition);
      }
      ofPosition = modulus.times(ofDigits[digits - 1], ofPosition);
    }
  }

  /// Of w bits a digit costs 2^w products to prepare, and one for each use.
  private static int windowBits(int uses) {
    int best = 1;
    for (int bits = 2; bits <= MOST_WINDOW_BITS; bits++) {
      if (((1 << bits) + (double) uses) / bits < ((1 << best) + (double) uses) / best) {
        best = bits;
      }
    }
    return best;
  }

  /// The base to an exponent.
  ///
  /// @param exponent at least 0
  BigInteger power(BigInteger exponent) {
    if (exponent.signum() < 0 || exponent.bitLength() > exponentBits) {
      throw new IllegalArgumentException(
          "exponent must have at most %s bits and no sign".formatted(exponentBits));
    }
    BigInteger product = BigInteger.ONE;
    for (int position = 0; position < powers.length; position++) {
      int digit = 0;
      for (int bit = windowBits - 1; bit >= 0; bit--) {
        digit = 2 * digit + (exponent.testBit(position * windowBits + bit) ? 1 : 0);
      }
      if (digit > 0) {
        product = modulus.times(product, powers[position][digit]);
      }
    }
    return product;
  }
}
