package io.privirec.crypto.aead;

import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// AES-256-GCM with a random 96-bit nonce in front: `nonce[12] ‖ ciphertext ‖ tag[16]`.
public final class AesGcm {
  public static final int KEY_BYTES = 32;
  public static final int NONCE_BYTES = 12;
  public static final int TAG_BYTES = 16;

  private AesGcm() {}

  /// Length of the sealed form of so many plaintext bytes.
  public static int sealedBytes(int plaintextBytes) {
    return NONCE_BYTES + plaintextBytes + TAG_BYTES;
  }

  public static byte[] seal(
      SecretBytes key, byte[] associatedData, SecretBytes plaintext, SecureRandom random) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] open = plaintext.expose();
    byte[] sealed = new byte[sealedBytes(open.length)];
    System.arraycopy(nonce, 0, sealed, 0, NONCE_BYTES);
    try {
      Cipher cipher = cipher(Cipher.ENCRYPT_MODE, key, nonce);
      cipher.updateAAD(associatedData);
      cipher.doFinal(open, 0, open.length, sealed, NONCE_BYTES);
      return sealed;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM encryption with valid parameters", e);
    }
  }

  /// Verifies and decrypts.
  ///
  /// @throws AEADBadTagException if key, associated data or any bit of the sealed bytes is another
  public static SecretBytes open(SecretBytes key, byte[] associatedData, byte[] sealed)
      throws GeneralSecurityException {
    if (sealed.length < sealedBytes(0)) {
      throw new AEADBadTagException("sealed bytes are shorter than nonce and tag");
    }
    byte[] nonce = new byte[NONCE_BYTES];
    System.arraycopy(sealed, 0, nonce, 0, NONCE_BYTES);
    Cipher cipher = cipher(Cipher.DECRYPT_MODE, key, nonce);
    cipher.updateAAD(associatedData);
    return SecretBytes.copyOf(cipher.doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES));
  }

  private static Cipher cipher(int mode, SecretBytes key, byte[] nonce)
      throws GeneralSecurityException {
    if (key.sizeBytes() != KEY_BYTES) {
      throw new IllegalArgumentException(
          "AES-256 key must be " + KEY_BYTES + " bytes. Provided value: " + key.sizeBytes());
    }
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode, new SecretKeySpec(key.expose(), "AES"), new GCMParameterSpec(8 * TAG_BYTES, nonce));
    return cipher;
  }
}
