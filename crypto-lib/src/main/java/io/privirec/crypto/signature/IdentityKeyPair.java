package io.privirec.crypto.signature;

import io.privirec.crypto.secret.SecretBytes;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/// An Ed25519 key pair (RFC 8032) that identifies a participant or a coordinator over many rounds.
public final class IdentityKeyPair {
  public static final int SEED_BYTES = Ed25519.SECRET_KEY_SIZE;

  private final SecretBytes seed;
  private final PublicIdentityKey publicKey;

  private IdentityKeyPair(SecretBytes seed, PublicIdentityKey publicKey) {
    this.seed = seed;
    this.publicKey = publicKey;
  }

  public static IdentityKeyPair generate(SecureRandom random) {
    return fromSeed(SecretBytes.random(SEED_BYTES, random));
  }

  /// The key pair of a 32-byte seed, the private key of RFC 8032 §5.1.5.
  public static IdentityKeyPair fromSeed(SecretBytes seed) {
    if (seed.sizeBytes() != SEED_BYTES) {
      throw new IllegalArgumentException(
          "identity seed must be " + SEED_BYTES + " bytes. Provided value: " + seed.sizeBytes());
    }
    byte[] encoded = new byte[PublicIdentityKey.SIZE_BYTES];
    Ed25519.generatePublicKey(seed.expose(), 0, encoded, 0);
    try {
      return new IdentityKeyPair(seed, PublicIdentityKey.fromBytes(encoded));
    } catch (InvalidKeyException e) {
      throw new IllegalStateException("a generated public key is valid", e);
    }
  }

  public SecretBytes seed() {
    return seed;
  }

  public PublicIdentityKey publicKey() {
    return publicKey;
  }

  /// The 64-byte signature of the message in the domain. Deterministic.
  public byte[] sign(SignatureDomain domain, byte[] message) {
    return signBare(domain.signedBytes(message));
  }

  /// Signs the message alone, for a request token whose format brings its own framing.
  public byte[] signBare(byte[] message) {
    byte[] signature = new byte[PublicIdentityKey.SIGNATURE_BYTES];
    Ed25519.sign(seed.expose(), 0, publicKey.bytes(), 0, message, 0, message.length, signature, 0);
    return signature;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdentityKeyPair that && seed.equals(that.seed);
  }

  @Override
  public int hashCode() {
    return publicKey.hashCode();
  }

  @Override
  public String toString() {
    return "IdentityKeyPair[" + publicKey + "]";
  }
}
