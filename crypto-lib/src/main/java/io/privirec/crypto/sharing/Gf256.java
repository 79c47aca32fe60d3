package io.privirec.crypto.sharing;

/// The field GF(2^8) with the AES polynomial x^8 + x^4 + x^3 + x + 1. Elements are `int`s in [0,
/// 255]; no branch and no memory address depends on an operand.
final class Gf256 {
  private static final int REDUCTION = 0x1B;

  private Gf256() {}

  static int add(int a, int b) {
    return a ^ b;
  }

  static int multiply(int a, int b) {
    int product = 0;
    int shifted = a;
    for (int bit = 0; bit < 8; bit++) {
      product ^= shifted & -(b >>> bit & 1);
      shifted = (shifted << 1 & 0xFF) ^ (REDUCTION & -(shifted >>> 7));
    }
    return product;
  }

  /// `a^254`, which is the inverse of every element but 0.
  static int inverse(int a) {
    int result = 1;
    int power = a;
    for (int bit = 1; bit < 8; bit++) {
      power = multiply(power, power);
      result = multiply(result, power);
    }
    return result;
  }
}
