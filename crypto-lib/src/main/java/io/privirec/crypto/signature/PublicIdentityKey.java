package io.privirec.crypto.signature;

import io.privirec.crypto.encoding.ByteString;
import java.security.InvalidKeyException;
import java.util.Base64;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/// An Ed25519 public key (RFC 8032 §5.1.5): 32 bytes that are the canonical encoding of a point of
/// the curve, not of small order. That its order is prime is not checked: it would cost as much as
/// verifying a signature, and a key with another order hurts its holder only.
public final class PublicIdentityKey {
  public static final int SIZE_BYTES = Ed25519.PUBLIC_KEY_SIZE;
  public static final int SIGNATURE_BYTES = Ed25519.SIGNATURE_SIZE;

  private final ByteString encoded;

  private PublicIdentityKey(ByteString encoded) {
    this.encoded = encoded;
  }

  /// The key that the bytes encode.
  ///
  /// @throws InvalidKeyException if the bytes are no public key, or one of small order
  public static PublicIdentityKey fromBytes(byte[] bytes) throws InvalidKeyException {
    if (bytes.length != SIZE_BYTES) {
      throw new InvalidKeyException(
          "identity key must be " + SIZE_BYTES + " bytes. Provided value: " + bytes.length);
    }
    if (!Ed25519.validatePublicKeyPartial(bytes, 0)) {
      throw new InvalidKeyException("bytes are not a valid Ed25519 public key");
    }
    return new PublicIdentityKey(ByteString.copyOf(bytes));
  }

  /// Reads base64url without padding.
  public static PublicIdentityKey parse(String base64Url) throws InvalidKeyException {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(base64Url);
    } catch (IllegalArgumentException e) {
      throw new InvalidKeyException("identity key is not base64url", e);
    }
    PublicIdentityKey key = fromBytes(bytes);
    if (!key.base64Url().equals(base64Url)) {
      throw new InvalidKeyException("identity key is not canonical base64url without padding");
    }
    return key;
  }

  /// Whether `signature` is this key's signature of the message in the domain; false for any other
  /// bytes.
  public boolean verify(SignatureDomain domain, byte[] message, byte[] signature) {
    return verifyBare(domain.signedBytes(message), signature);
  }

  /// That a value can be a signature at all: it has the size of one.
  public static void requireSignature(ByteString signature) {
    if (signature.sizeBytes() != SIGNATURE_BYTES) {
      throw new IllegalArgumentException(
          "signature must be 64 bytes. Provided value: " + signature.sizeBytes());
    }
  }

  /// Verifies a signature over the message alone, as in a request token whose format brings its own
  /// framing. Everything else goes through a [SignatureDomain].
  public boolean verifyBare(byte[] message, byte[] signature) {
    return signature.length == SIGNATURE_BYTES
        && Ed25519.verify(signature, 0, encoded.bytes(), 0, message, 0, message.length);
  }

  public byte[] bytes() {
    return encoded.bytes();
  }

  public String base64Url() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(encoded.bytes());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PublicIdentityKey that && encoded.equals(that.encoded);
  }

  @Override
  public int hashCode() {
    return encoded.hashCode();
  }

  @Override
  public String toString() {
    return base64Url();
  }
}
