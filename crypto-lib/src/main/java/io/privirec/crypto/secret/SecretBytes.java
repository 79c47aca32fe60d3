package io.privirec.crypto.secret;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/// Secret bytes. Nothing readable in [#toString()], equality in time that depends on the length
/// only.
///
/// The garbage collector may have moved copies around: [#destroy()] shortens the life of a secret,
/// it does not prove its absence from memory.
public final class SecretBytes {
  private final byte[] bytes;
  private boolean destroyed;

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
  public synchronized byte[] expose() {
    if (destroyed) {
      throw new IllegalStateException("secret was destroyed");
    }
    return bytes.clone();
  }

  /// Overwrites the bytes; [#expose()] refuses afterwards.
  public synchronized void destroy() {
    Arrays.fill(bytes, (byte) 0);
    destroyed = true;
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
