package io.privirec.crypto.paillier;

import java.math.BigInteger;

/// Products of many known numbers with what one ciphertext hides: c^k is a ciphertext of k · m, and
/// shows k to whoever knows c and can guess it. [PaillierEncryptor#rerandomise] hides it.
/// Immutable; safe for use by several threads.
///
/// Memory: 25 MB; less for few products.
public final class Multiples {
  private final PaillierPublicKey key;
  private final FixedBase powers;

  /// @param ciphertext under the key
  /// @param products about how many are asked for
  public Multiples(PaillierPublicKey key, Ciphertext ciphertext, int products) {
    this.key = key;
    this.powers = new FixedBase(ciphertext.value(), key.square(), PaillierPublicKey.BITS, products);
  }

  /// A ciphertext of k · m modulo n, not hidden yet.
  ///
  /// @param factor k, in (−n/2, n/2)
  public Ciphertext times(BigInteger factor) {
    if (factor.abs().shiftLeft(1).compareTo(key.n()) >= 0) {
      throw new IllegalArgumentException("a factor must be in (-n/2, n/2)");
    }
    return new Ciphertext(powers.power(factor.mod(key.n())));
  }
}
