package io.privirec.client.vault;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.secret.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;

/// Seals secrets for storage with AES-256-GCM under a key that lies outside the database. The place
/// a sealed value belongs to is authenticated with it: a row copied elsewhere does not open.
public final class Vault {
  private final SecretBytes key;
  private final SecureRandom random;

  public Vault(SecretBytes key, SecureRandom random) {
    if (key.sizeBytes() != AesGcm.KEY_BYTES) {
      throw new IllegalArgumentException(
          "key must be " + AesGcm.KEY_BYTES + " bytes. Provided value: " + key.sizeBytes());
    }
    this.key = key;
    this.random = random;
  }

  /// Seals a secret.
  ///
  /// @param place names the row, for example `identity/shop-1`
  public byte[] seal(String place, SecretBytes secret) {
    return AesGcm.seal(key, place.getBytes(StandardCharsets.UTF_8), secret, random);
  }

  /// Opens what [#seal] made.
  ///
  /// @throws VaultException if the key is another, or the bytes were sealed for another place
  public SecretBytes open(String place, byte[] sealed) {
    try {
      return AesGcm.open(key, place.getBytes(StandardCharsets.UTF_8), sealed);
    } catch (GeneralSecurityException e) {
      throw new VaultException(place, e);
    }
  }
}
