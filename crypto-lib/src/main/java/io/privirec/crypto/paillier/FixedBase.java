package io.privirec.crypto.paillier;

import java.math.BigInteger;

/// Powers of one base (Brickell, Gordon, McCurley, Wilson 1992): a table of all powers that have
/// one digit, so that any other is a product of as many numbers as its exponent has digits that are
/// not 0. Not constant time: what a memory image or a clock may show is in the threat model.
///
/// Memory: 63 numbers of the modulus' size for each six bits of an exponent.
final class FixedBase {
  private static final int WINDOW_BITS = 6;
  private static final int DIGITS = 1 << WINDOW_BITS;

  private final Modulus modulus;
  private final int exponentBits;

  /// By position and digit, from 1 on.
  private final BigInteger[][] powers;

  /// @param exponentBits most of an exponent
  FixedBase(BigInteger base, Modulus modulus, int exponentBits) {
    this.modulus = modulus;
    this.exponentBits = exponentBits;
    this.powers = new BigInteger[(exponentBits + WINDOW_BITS - 1) / WINDOW_BITS][DIGITS];
    BigInteger ofPosition = base;
    for (BigInteger[] ofDigits : powers) {
      ofDigits[0] = BigInteger.ONE;
      for (int digit = 1; digit < DIGITS; digit++) {
        ofDigits[digit] = modulus.times(ofDigits[digit - 1], ofPosition);
      }
      ofPosition = modulus.times(ofDigits[DIGITS - 1], ofPosition);
    }
  }

  /// The base to an exponent.
  ///
  /// @param exponent at least 0
  BigInteger power(BigInteger exponent) {
    if (exponent.signum() < 0 || exponent.bitLength() > exponentBits) {
      throw new IllegalArgumentException(
          "exponent must have at most %d bits and no sign".formatted(exponentBits));
    }
    BigInteger product = BigInteger.ONE;
    for (int position = 0; position < powers.length; position++) {
      int digit = 0;
      for (int bit = WINDOW_BITS - 1; bit >= 0; bit--) {
        digit = 2 * digit + (exponent.testBit(position * WINDOW_BITS + bit) ? 1 : 0);
      }
      if (digit > 0) {
        product = modulus.times(product, powers[position][digit]);
      }
    }
    return product;
  }
}
