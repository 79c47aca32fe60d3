package io.privirec.crypto.prg;

import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.ShortBufferException;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// The AES-256-CTR keystream of a key from its first block on (SP 800-38A §6.5), in pieces of any
/// size: the bytes do not depend on the sizes. A key serves one stream. Not thread-safe.
public final class KeyStream {
  public static final int KEY_BYTES = 32;

  private final Cipher cipher;

  /// @param key 32 uniformly random bytes
  public KeyStream(SecretBytes key) {
    if (key.sizeBytes() != KEY_BYTES) {
      throw new IllegalArgumentException(
          "key must be " + KEY_BYTES + " bytes. Provided value: " + key.sizeBytes());
    }
    try {
      this.cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key.expose(), "AES"),
          new IvParameterSpec(new byte[16]));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-CTR with valid parameters", e);
    }
  }

  /// Overwrites the array with the next bytes.
  public void nextBytes(byte[] bytes) {
    Arrays.fill(bytes, (byte) 0);
    try {
      int written = cipher.update(bytes, 0, bytes.length, bytes, 0);
      if (written != bytes.length) {
        throw new IllegalStateException("cipher held back " + (bytes.length - written) + " bytes");
      }
    } catch (ShortBufferException e) {
      throw new IllegalStateException("the output has the input's size", e);
    }
  }
}
