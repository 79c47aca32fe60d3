package io.privirec.crypto.paillier;

import io.privirec.crypto.digest.Digest;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/// Numbers as bytes, by chance and by hash.
final class Numbers {
  /// So many bits more than a modulus has, and what is left is uniform but for 2⁻¹²⁸.
  private static final int SPARE_BITS = 128;

  private static final String BASE_LABEL = "privirec/paillier-base/v1";

  private Numbers() {}

  /// Big endian, without a sign, of a fixed length.
  static byte[] encode(BigInteger value, int bytes) {
    byte[] shortest = value.toByteArray();
    int from = shortest[0] == 0 ? 1 : 0;
    byte[] encoded = new byte[bytes];
    System.arraycopy(
        shortest, from, encoded, bytes - (shortest.length - from), shortest.length - from);
    return encoded;
  }

  /// The Jacobi symbol (a / n), by the law of quadratic reciprocity.
  ///
  /// @param a at least 0
  /// @param n odd and positive
  static int jacobi(BigInteger a, BigInteger n) {
    BigInteger top = a.mod(n);
    BigInteger bottom = n;
    int symbol = 1;
    while (top.signum() > 0) {
      int twos = top.getLowestSetBit();
      top = top.shiftRight(twos);
      int bottomOf8 = bottom.intValue() & 7;
      if (twos % 2 == 1 && (bottomOf8 == 3 || bottomOf8 == 5)) {
        symbol = -symbol;
      }
      if ((top.intValue() & 3) == 3 && (bottomOf8 & 3) == 3) {
        symbol = -symbol;
      }
      BigInteger rest = bottom.mod(top);
      bottom = top;
      top = rest;
    }
    return bottom.equals(BigInteger.ONE) ? symbol : 0;
  }

  /// Uniform in [0, 2^bits).
  static BigInteger random(int bits, SecureRandom random) {
    return new BigInteger(bits, random);
  }

  /// Returns h = −x² mod n for a number x that is hashed from n. A person cannot choose h.
  static BigInteger hashedBase(BigInteger n) {
    BigInteger x = hashed(BASE_LABEL, n, 0);
    return x.multiply(x).negate().mod(n);
  }

  /// Returns a public number in [0, n): SHA-256 in counter mode of a label, n and an index.
  static BigInteger hashed(String label, BigInteger n, int index) {
    int bytes = (n.bitLength() + SPARE_BITS + 7) / 8;
    ByteBuffer blocks =
        ByteBuffer.allocate(
            (bytes + Digest.SIZE_BYTES - 1) / Digest.SIZE_BYTES * Digest.SIZE_BYTES);
    byte[] encoded = encode(n, (n.bitLength() + 7) / 8);
    for (int block = 0; blocks.hasRemaining(); block++) {
      blocks.put(
          Digest.of(
                  label.getBytes(StandardCharsets.US_ASCII),
                  encoded,
                  ByteBuffer.allocate(2 * Integer.BYTES).putInt(index).putInt(block).array())
              .bytes());
    }
    return new BigInteger(1, Arrays.copyOf(blocks.array(), bytes)).mod(n);
  }
}
