package io.privirec.crypto.sealing;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.secret.SecretBytes;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/// One key of a [KeyRing].
///
/// @param id names the key in everything sealed with it: 1 to 32 characters of `A–Z a–z 0–9 . _ -`;
///   not secret
/// @param key 32 bytes
record SealingKey(String id, SecretBytes key) {
  static final int MAX_ID_CHARACTERS = 32;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9._-]{1," + MAX_ID_CHARACTERS + "}");
  private static final int RANDOM_ID_BYTES = 4;

  SealingKey {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("a key's id must match " + ID);
    }
    if (key.sizeBytes() != AesGcm.KEY_BYTES) {
      throw new IllegalArgumentException(
          "key %s must be %s bytes. Provided value: %s"
              .formatted(id, AesGcm.KEY_BYTES, key.sizeBytes()));
    }
  }

  /// Reads `id:base64`, in either alphabet of Base64. Messages never repeat what was given.
  static SealingKey parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("a key is written id:base64");
    }
    String id = text.substring(0, colon).strip();
    String base64 = text.substring(colon + 1).strip().replace('-', '+').replace('_', '/');
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException _) {
      throw new IllegalArgumentException("what follows the colon must be Base64");
    }
    return new SealingKey(id, SecretBytes.copyOf(bytes));
  }

  /// A new key as text, under a new id.
  static String generate(SecureRandom random) {
    byte[] id = new byte[RANDOM_ID_BYTES];
    random.nextBytes(id);
    return "generated-"
        + HexFormat.of().formatHex(id)
        + ":"
        + Base64.getEncoder().encodeToString(SecretBytes.random(AesGcm.KEY_BYTES, random).expose());
  }
}
