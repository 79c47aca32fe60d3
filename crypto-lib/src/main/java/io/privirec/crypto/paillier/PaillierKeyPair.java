package io.privirec.crypto.paillier;

import io.privirec.crypto.encoding.MalformedEncodingException;
import io.privirec.crypto.secret.SecretBytes;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;

/// A key of Paillier's encryption and what decrypts. Decryption works modulo p² and q² (Paillier
/// 1999, section 7) and is not constant time: whoever can time single decryptions of ciphertexts of
/// their choice is not defended against.
///
/// Nothing readable in [#toString()].
public final class PaillierKeyPair {
  private static final int PRIME_BITS = PaillierPublicKey.BITS / 2;
  private static final int PRIME_BYTES = PRIME_BITS / 8;
  private static final int CERTAINTY = 128;

  private final Prime p;
  private final Prime q;
  private final BigInteger pInverse;
  private final PaillierPublicKey publicKey;

  /// One of the two factors.
  private record Prime(BigInteger value, BigInteger square, BigInteger scale) {
    /// @param other factor
    static Prime of(BigInteger value, BigInteger other) {
      BigInteger square = value.multiply(value);
      BigInteger n = value.multiply(other);
      BigInteger generator = n.add(BigInteger.ONE).modPow(value.subtract(BigInteger.ONE), square);
      return new Prime(value, square, quotient(generator, value).modInverse(value));
    }

    /// L(x) = (x − 1) / p.
    private static BigInteger quotient(BigInteger x, BigInteger value) {
      return x.subtract(BigInteger.ONE).divide(value);
    }

    BigInteger message(BigInteger ciphertext) {
      BigInteger power = ciphertext.mod(square).modPow(value.subtract(BigInteger.ONE), square);
      return quotient(power, value).multiply(scale).mod(value);
    }
  }

  private PaillierKeyPair(BigInteger p, BigInteger q) {
    this.p = Prime.of(p, q);
    this.q = Prime.of(q, p);
    this.pInverse = p.modInverse(q);
    BigInteger n = p.multiply(q);
    this.publicKey = new PaillierPublicKey(n, ModulusProof.of(n, totient(p, q)));
  }

  private static BigInteger totient(BigInteger p, BigInteger q) {
    return p.subtract(BigInteger.ONE).multiply(q.subtract(BigInteger.ONE));
  }

  /// A new key. Takes seconds.
  public static PaillierKeyPair generate(SecureRandom random) {
    while (true) {
      BigInteger p = prime(random);
      BigInteger q = prime(random);
      if (isPair(p, q)) {
        return new PaillierKeyPair(p, q);
      }
    }
  }

  /// p ≡ 3 (mod 4), with two leading ones, so that a product of two has all its bits.
  private static BigInteger prime(SecureRandom random) {
    while (true) {
      BigInteger candidate =
          new BigInteger(PRIME_BITS, random)
              .setBit(PRIME_BITS - 1)
              .setBit(PRIME_BITS - 2)
              .setBit(1)
              .setBit(0);
      // Division first: the platform's test takes fifty times as long.
      if (ModulusProof.hasNoSmallFactor(candidate) && candidate.isProbablePrime(CERTAINTY)) {
        return candidate;
      }
    }
  }

  /// What [DJN] asks of p and q beside what Paillier does: −1 is no square modulo either, and no
  /// other small factor is common to p − 1 and q − 1.
  private static boolean isPair(BigInteger p, BigInteger q) {
    BigInteger n = p.multiply(q);
    return n.bitLength() == PaillierPublicKey.BITS
        && p.testBit(1)
        && q.testBit(1)
        && !p.equals(q)
        && p.subtract(BigInteger.ONE).gcd(q.subtract(BigInteger.ONE)).equals(BigInteger.TWO)
        && n.gcd(totient(p, q)).equals(BigInteger.ONE);
  }

  /// Reads what [#encode()] wrote.
  ///
  /// @throws GeneralSecurityException if it is none
  public static PaillierKeyPair decode(SecretBytes encoded) throws GeneralSecurityException {
    byte[] bytes = encoded.expose();
    if (bytes.length != 2 * PRIME_BYTES) {
      throw new MalformedEncodingException(
          "a Paillier key pair must be %s bytes. Provided: %s"
              .formatted(2 * PRIME_BYTES, bytes.length));
    }
    BigInteger p = new BigInteger(1, Arrays.copyOf(bytes, PRIME_BYTES));
    BigInteger q = new BigInteger(1, Arrays.copyOfRange(bytes, PRIME_BYTES, bytes.length));
    if (!p.testBit(0)
        || !q.testBit(0)
        || !isPair(p, q)
        || !p.isProbablePrime(CERTAINTY)
        || !q.isProbablePrime(CERTAINTY)) {
      throw new MalformedEncodingException("a Paillier key pair must be two primes of its size");
    }
    return new PaillierKeyPair(p, q);
  }

  /// The two primes, big endian.
  public SecretBytes encode() {
    byte[] encoded = Arrays.copyOf(Numbers.encode(p.value, PRIME_BYTES), 2 * PRIME_BYTES);
    System.arraycopy(Numbers.encode(q.value, PRIME_BYTES), 0, encoded, PRIME_BYTES, PRIME_BYTES);
    return SecretBytes.copyOf(encoded);
  }

  /// What everybody may know.
  public PaillierPublicKey publicKey() {
    return publicKey;
  }

  /// The plaintext, in (−n/2, n/2).
  ///
  /// @param ciphertext under this key
  public BigInteger decrypt(Ciphertext ciphertext) {
    BigInteger modP = p.message(ciphertext.value());
    BigInteger modQ = q.message(ciphertext.value());
    BigInteger message =
        modQ.subtract(modP).multiply(pInverse).mod(q.value).multiply(p.value).add(modP);
    return publicKey.signed(message);
  }

  @Override
  public String toString() {
    return "PaillierKeyPair[hidden]";
  }
}
