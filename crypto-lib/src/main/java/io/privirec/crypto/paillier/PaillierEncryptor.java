package io.privirec.crypto.paillier;

import java.math.BigInteger;
import java.security.SecureRandom;

/// Encrypts under one key, with randomness as Damgård, Jurik and Nielsen 2010 ("A generalization of
/// Paillier's public-key system with applications to electronic voting") make it: hⁿ to a random
/// exponent of half the bits of n, where h = −x² mod n. Here x is hashed from n, so that nobody
/// chooses it. Immutable; safe for use by several threads.
///
/// Memory: 12 MB for exponents of 1,536 bits.
public final class PaillierEncryptor {
  /// Half of the key's: the exponent is then as good as uniform in the group that h generates.
  public static final int EXPONENT_BITS = PaillierPublicKey.BITS / 2;

  /// Below that, a discrete logarithm may be found by collisions.
  public static final int FEWEST_BITS = 256;

  /// Ciphertexts, for which the largest table pays.
  private static final int MANY = 1 << 10;

  private final PaillierPublicKey key;
  private final int exponentBits;
  private final FixedBase base;

  public PaillierEncryptor(PaillierPublicKey key) {
    this(key, EXPONENT_BITS);
  }

  /// With exponents of fewer bits: faster, and no more than an assumption, that powers of h with
  /// short exponents cannot be told from others.
  ///
  /// @param exponentBits in [256, 1536]
  public PaillierEncryptor(PaillierPublicKey key, int exponentBits) {
    if (exponentBits < FEWEST_BITS || exponentBits > EXPONENT_BITS) {
      throw new IllegalArgumentException(
          "exponentBits must be in [%s, %s]. Provided value: %s"
              .formatted(FEWEST_BITS, EXPONENT_BITS, exponentBits));
    }
    this.key = key;
    this.exponentBits = exponentBits;
    BigInteger n = key.n();
    this.base =
        new FixedBase(
            Numbers.hashedBase(n).modPow(n, key.square().value()),
            key.square(),
            exponentBits,
            MANY);
  }

  /// Under which ciphertexts are.
  public PaillierPublicKey key() {
    return key;
  }

  /// A fresh ciphertext.
  ///
  /// @param message in (−n/2, n/2)
  public Ciphertext encrypt(BigInteger message, SecureRandom random) {
    return hidden(key.unhidden(message), random);
  }

  /// Another ciphertext of the same plaintext, which nobody without the key can tell from one of
  /// any other.
  public Ciphertext rerandomise(Ciphertext ciphertext, SecureRandom random) {
    return hidden(ciphertext.value(), random);
  }

  private Ciphertext hidden(BigInteger value, SecureRandom random) {
    BigInteger zero = base.power(Numbers.random(exponentBits, random));
    return new Ciphertext(key.square().times(value, zero));
  }
}
