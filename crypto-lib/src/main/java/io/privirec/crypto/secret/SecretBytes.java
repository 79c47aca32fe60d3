package io.privirec.crypto.secret;

import java.security.MessageDigest;
import java.security.SecureRandom;

/// Secret bytes. Nothing readable in [#toString()], equality in time that depends on the length
/// only.
///
/// Not overwritten when it is no longer needed: immutable states share it, and a garbage collector
/// copies it as it likes. What a memory image may show is in the threat model.
public final class SecretBytes {
  private final byte[] bytes;

  private SecretBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  public static SecretBytes copyOf(byte[] bytes) {
    return new SecretBytes(bytes.clone());
  }

  /// Uniformly random bytes.
  public static SecretBytes random(int sizeBytes, SecureRandom random) {
    byte[] bytes = new byte[sizeBytes];
    random.nextBytes(bytes);
    return new SecretBytes(bytes);
  }

  public int sizeBytes() {
    return bytes.length;
  }

  /// A copy of the secret. Every call is a place to review.
  public byte[] expose() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SecretBytes that && MessageDigest.isEqual(bytes, that.bytes);
  }

  /// Depends on the length only: a hash of the content would be a fingerprint of the secret.
  @Override
  public int hashCode() {
    return bytes.length;
  }

  @Override
  public String toString() {
    return "SecretBytes[" + bytes.length + " bytes]";
  }
}
