package io.privirec.crypto.prg;

import io.privirec.crypto.secret.SecretBytes;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// The 16-byte AES key of one mask. A key masks one vector of one round, never a second.
///
/// The mask of chunk `c` is the AES-128-CTR keystream whose first counter block is the chunk number
/// and the block number 0, eight big-endian bytes each (SP 800-38A §6.5): any chunk can be expanded
/// alone, in any order.
public record MaskKey(SecretBytes key) {
  public static final int SIZE_BYTES = 16;

  public MaskKey {
    if (key.sizeBytes() != SIZE_BYTES) {
      throw new IllegalArgumentException(
          "mask key must be " + SIZE_BYTES + " bytes. Provided value: " + key.sizeBytes());
    }
  }

  /// The keystream of a chunk from one of its 16-byte blocks on: encrypting zeros yields it.
  Cipher keystream(long chunk, long block) {
    byte[] counter = ByteBuffer.allocate(16).putLong(chunk).putLong(block).array();
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key.expose(), "AES"),
          new IvParameterSpec(counter));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-CTR with valid parameters", e);
    }
  }
}
