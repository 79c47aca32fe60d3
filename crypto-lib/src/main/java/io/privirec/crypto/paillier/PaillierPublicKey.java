package io.privirec.crypto.paillier;

import io.privirec.crypto.encoding.MalformedEncodingException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// A public key of Paillier's encryption [Paillier 1999] with generator 1 + n, of 3072 bits, with
/// the proof that it is one ([ModulusProof]): a ciphertext of m is (1 + m n) rⁿ mod n².
///
/// Plaintexts are signed, in (−n/2, n/2). Immutable; safe for use by several threads.
public final class PaillierPublicKey {
  /// Of n: 3072.
  public static final int BITS = 8 * Ciphertext.BYTES / 2;

  /// Of an encoded ciphertext.
  public static final int CIPHERTEXT_BYTES = Ciphertext.BYTES;

  private static final int MODULUS_BYTES = BITS / 8;

  /// Of modulus and proof.
  public static final int ENCODED_BYTES = MODULUS_BYTES * (1 + ModulusProof.ROOTS);

  private final BigInteger n;
  private final Modulus square;
  private final ModulusProof proof;

  PaillierPublicKey(BigInteger n, ModulusProof proof) {
    this.n = n;
    this.square = new Modulus(n.multiply(n));
    this.proof = proof;
  }

  /// Reads a key and checks it, which takes about as long as thirty encryptions.
  ///
  /// @throws GeneralSecurityException naming the condition that does not hold: size, form, or proof
  public static PaillierPublicKey decode(byte[] encoded) throws GeneralSecurityException {
    if (encoded.length != ENCODED_BYTES) {
      throw new MalformedEncodingException(
          "a Paillier key must be %s bytes. Provided: %s".formatted(ENCODED_BYTES, encoded.length));
    }
    List<BigInteger> numbers = new ArrayList<>();
    for (int from = 0; from < encoded.length; from += MODULUS_BYTES) {
      numbers.add(new BigInteger(1, Arrays.copyOfRange(encoded, from, from + MODULUS_BYTES)));
    }
    BigInteger n = numbers.getFirst();
    ModulusProof proof = new ModulusProof(numbers.subList(1, numbers.size()));
    if (n.bitLength() != BITS) {
      throw new MalformedEncodingException(
          "the modulus of a Paillier key must have %s bits. Provided: %s"
              .formatted(BITS, n.bitLength()));
    }
    if (!proof.holdsFor(n)) {
      throw new GeneralSecurityException(
          "the modulus of the Paillier key is not proven to have no factor in common with its totient");
    }
    if ((n.intValue() & 3) != 1) {
      throw new GeneralSecurityException(
          "the modulus of the Paillier key is no product of two primes that are 3 modulo 4");
    }
    if (!Numbers.hashedBase(n).gcd(n).equals(BigInteger.ONE)) {
      throw new GeneralSecurityException(
          "the modulus of the Paillier key has a factor in common with a number hashed from it");
    }
    return new PaillierPublicKey(n, proof);
  }

  /// Modulus and proof, big endian.
  public byte[] encode() {
    byte[] encoded = new byte[ENCODED_BYTES];
    System.arraycopy(Numbers.encode(n, MODULUS_BYTES), 0, encoded, 0, MODULUS_BYTES);
    for (int root = 0; root < ModulusProof.ROOTS; root++) {
      System.arraycopy(
          Numbers.encode(proof.roots().get(root), MODULUS_BYTES),
          0,
          encoded,
          (1 + root) * MODULUS_BYTES,
          MODULUS_BYTES);
    }
    return encoded;
  }

  /// Reads a ciphertext.
  ///
  /// @throws GeneralSecurityException if it has another length, is 0, not below n², or has a factor
  ///   in common with n
  public Ciphertext ciphertext(byte[] encoded) throws GeneralSecurityException {
    if (encoded.length != CIPHERTEXT_BYTES) {
      throw new MalformedEncodingException(
          "a ciphertext must be %s bytes. Provided: %s"
              .formatted(CIPHERTEXT_BYTES, encoded.length));
    }
    BigInteger value = new BigInteger(1, encoded);
    if (value.signum() == 0 || value.compareTo(square.value()) >= 0) {
      throw new MalformedEncodingException("a ciphertext must be in (0, n²)");
    }
    if (!value.gcd(n).equals(BigInteger.ONE)) {
      throw new MalformedEncodingException("a ciphertext must have no factor in common with n");
    }
    return new Ciphertext(value);
  }

  /// Whether a ciphertext's Jacobi symbol modulo n is 1, as that of each is whose randomness is
  /// from [PaillierEncryptor]. A multiple by k of another one has the symbol (−1)^k, whatever hides
  /// it.
  ///
  /// @param ciphertext under this key
  public boolean hasSymbolOne(Ciphertext ciphertext) {
    return Numbers.jacobi(ciphertext.value().mod(n), n) == 1;
  }

  /// A ciphertext of the sum of what these are ciphertexts of, modulo n. Whoever has seen all of
  /// them can compute it: what hides how it came about is [PaillierEncryptor#rerandomise].
  ///
  /// @param ciphertexts under this key
  public Ciphertext sum(Collection<Ciphertext> ciphertexts) {
    BigInteger product = BigInteger.ONE;
    for (Ciphertext each : ciphertexts) {
      product = square.times(product, each.value());
    }
    return new Ciphertext(product);
  }

  /// A ciphertext of what this one hides and a number more, modulo n. Not re-randomised: it hides
  /// what was added as far as the number itself does.
  ///
  /// @param ciphertext under this key
  /// @param number in [0, n)
  public Ciphertext plus(Ciphertext ciphertext, BigInteger number) {
    return new Ciphertext(square.times(ciphertext.value(), number.multiply(n).add(BigInteger.ONE)));
  }

  /// A ciphertext of m with randomness 1, which hides nothing.
  ///
  /// @param message in (−n/2, n/2)
  BigInteger unhidden(BigInteger message) {
    requirePlaintext(message);
    return message.mod(n).multiply(n).add(BigInteger.ONE);
  }

  private void requirePlaintext(BigInteger message) {
    if (message.abs().shiftLeft(1).compareTo(n) >= 0) {
      // Without its value: it is somebody's.
      throw new IllegalArgumentException("a plaintext must be in (-n/2, n/2)");
    }
  }

  /// The one in (−n/2, n/2) of those that are equal modulo n.
  BigInteger signed(BigInteger residue) {
    return residue.shiftLeft(1).compareTo(n) > 0 ? residue.subtract(n) : residue;
  }

  /// The modulus n of plaintexts.
  public BigInteger n() {
    return n;
  }

  /// n².
  Modulus square() {
    return square;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PaillierPublicKey that && n.equals(that.n);
  }

  @Override
  public int hashCode() {
    return n.hashCode();
  }

  @Override
  public String toString() {
    return "PaillierPublicKey[" + BITS + " bits]";
  }
}
