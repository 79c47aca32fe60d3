package io.privirec.crypto.agreement;

import io.privirec.crypto.secret.SecretBytes;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.bouncycastle.math.ec.rfc7748.X25519;

/// An X25519 key pair (RFC 7748), used in one round only.
public final class AgreementKeyPair {
  public static final int PRIVATE_KEY_BYTES = X25519.SCALAR_SIZE;

  private final SecretBytes privateKey;
  private final AgreementPublicKey publicKey;

  private AgreementKeyPair(SecretBytes privateKey, AgreementPublicKey publicKey) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  public static AgreementKeyPair generate(SecureRandom random) {
    return fromPrivateKey(SecretBytes.random(PRIVATE_KEY_BYTES, random));
  }

  /// The pair of a 32-byte private key; the scalar is clamped when it is used, not before.
  public static AgreementKeyPair fromPrivateKey(SecretBytes privateKey) {
    if (privateKey.sizeBytes() != PRIVATE_KEY_BYTES) {
      throw new IllegalArgumentException(
          "private key must be "
              + PRIVATE_KEY_BYTES
              + " bytes. Provided value: "
              + privateKey.sizeBytes());
    }
    byte[] point = new byte[AgreementPublicKey.SIZE_BYTES];
    X25519.generatePublicKey(privateKey.expose(), 0, point, 0);
    return new AgreementKeyPair(privateKey, AgreementPublicKey.fromBytes(point));
  }

  public SecretBytes privateKey() {
    return privateKey;
  }

  public AgreementPublicKey publicKey() {
    return publicKey;
  }

  /// The raw shared secret: input of a key derivation, never a key.
  ///
  /// @throws InvalidKeyException if it is all zero (RFC 7748 §6.1): the peer's key has small order
  public SecretBytes agree(AgreementPublicKey peer) throws InvalidKeyException {
    byte[] shared = new byte[X25519.POINT_SIZE];
    if (!X25519.calculateAgreement(privateKey.expose(), 0, peer.bytes(), 0, shared, 0)) {
      throw new InvalidKeyException("key agreement gives the all-zero secret");
    }
    return SecretBytes.copyOf(shared);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgreementKeyPair that && privateKey.equals(that.privateKey);
  }

  @Override
  public int hashCode() {
    return publicKey.hashCode();
  }

  @Override
  public String toString() {
    return "AgreementKeyPair[" + publicKey + "]";
  }
}
