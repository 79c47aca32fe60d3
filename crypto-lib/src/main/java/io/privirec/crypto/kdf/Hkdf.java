package io.privirec.crypto.kdf;

import io.privirec.crypto.secret.SecretBytes;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/// HKDF-SHA256, extract then expand (RFC 5869).
public final class Hkdf {
  /// 255 blocks.
  private static final int MAX_SIZE_BYTES = 255 * 32;

  private Hkdf() {}

  /// Derives a key of any length from keying material.
  ///
  /// @param keyMaterial input keying material, such as the result of a key agreement
  /// @param salt public; may be all zero
  /// @param info public; says what the key is for
  /// @param sizeBytes length of the result, in [1, 8160]
  public static SecretBytes derive(
      SecretBytes keyMaterial, byte[] salt, byte[] info, int sizeBytes) {
    if (sizeBytes < 1 || sizeBytes > MAX_SIZE_BYTES) {
      throw new IllegalArgumentException(
          "size must be in [1, " + MAX_SIZE_BYTES + "]. Provided value: " + sizeBytes);
    }
    try {
      return SecretBytes.copyOf(
          KDF.getInstance("HKDF-SHA256")
              .deriveData(
                  HKDFParameterSpec.ofExtract()
                      .addIKM(keyMaterial.expose())
                      .addSalt(salt)
                      .thenExpand(info, sizeBytes)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("HKDF-SHA256 with valid parameters", e);
    }
  }
}
