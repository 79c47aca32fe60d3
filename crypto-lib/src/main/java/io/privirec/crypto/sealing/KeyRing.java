package io.privirec.crypto.sealing;

import io.privirec.crypto.aead.AesGcm;
import io.privirec.crypto.secret.SecretBytes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Seals secrets for storage with AES-256-GCM. The first key of the list seals, all of them open:
/// keys are exchanged without losing what was sealed before.
///
/// Sealed bytes: `01 length[1] key-id nonce[12] ciphertext tag[16]`, the id in ASCII. Authenticated
/// with them: everything before the nonce, then the place the value belongs to, so that a row
/// copied elsewhere does not open. Nonces are random: exchange a key before it has sealed 2³²
/// values. Thread-safe.
public final class KeyRing {
  private static final byte VERSION = 1;
  private static final int ID_AT = 2;

  private final Map<String, SealingKey> keys = new LinkedHashMap<>();
  private final SealingKey first;
  private final SecureRandom random;

  private KeyRing(List<SealingKey> list, SecureRandom random) {
    for (SealingKey key : list) {
      if (keys.put(key.id(), key) != null) {
        throw new IllegalArgumentException("key " + key.id() + " is listed twice");
      }
    }
    this.first = list.getFirst();
    this.random = random;
  }

  /// A ring of these keys.
  ///
  /// @param keys at least one, each written `id:base64` with 32 bytes of key
  /// @throws IllegalArgumentException naming the position of what cannot be used, never the key
  public static KeyRing of(List<String> keys, SecureRandom random) {
    if (keys.isEmpty()) {
      throw new IllegalArgumentException("at least one key is needed");
    }
    SealingKey[] parsed = new SealingKey[keys.size()];
    for (int i = 0; i < parsed.length; i++) {
      try {
        parsed[i] = SealingKey.parse(keys.get(i));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("key %s: %s".formatted(i + 1, e.getMessage()), e);
      }
    }
    return new KeyRing(List.of(parsed), random);
  }

  /// A new key as [#of] reads it, under a new id: a key that was lost is never mistaken for its
  /// successor.
  public static String generateKey(SecureRandom random) {
    return SealingKey.generate(random);
  }

  /// Seals a secret with the first key.
  ///
  /// @param place names the row, for example `identity/shop-1`
  public byte[] seal(String place, SecretBytes secret) {
    byte[] header = headerOf(first.id());
    byte[] sealed = AesGcm.seal(first.key(), associated(header, place), secret, random);
    byte[] all = Arrays.copyOf(header, header.length + sealed.length);
    System.arraycopy(sealed, 0, all, header.length, sealed.length);
    return all;
  }

  /// Opens what [#seal] made, here or under an earlier order of keys.
  ///
  /// @throws UnknownKeyException if the key is not in the list
  /// @throws SealedValueException if the bytes were changed or sealed for another place, or another
  ///   key has the same id here
  public SecretBytes open(String place, byte[] sealed) {
    String id = keyOf(place, sealed);
    SealingKey key = keys.get(id);
    if (key == null) {
      throw new UnknownKeyException(id, place);
    }
    byte[] header = headerOf(id);
    try {
      return AesGcm.open(
          key.key(),
          associated(header, place),
          Arrays.copyOfRange(sealed, header.length, sealed.length));
    } catch (GeneralSecurityException e) {
      throw new SealedValueException(place, id, e);
    }
  }

  /// Ids of all keys, the one that seals first.
  public Collection<String> keyIds() {
    return List.copyOf(keys.keySet());
  }

  /// What everything sealed with that key begins with, and nothing else.
  public static byte[] headerOf(String keyId) {
    byte[] id = keyId.getBytes(StandardCharsets.US_ASCII);
    byte[] header = new byte[ID_AT + id.length];
    header[0] = VERSION;
    header[1] = (byte) id.length;
    System.arraycopy(id, 0, header, ID_AT, id.length);
    return header;
  }

  private static String keyOf(String place, byte[] sealed) {
    int idBytes = sealed.length < ID_AT ? 0 : sealed[1];
    if (idBytes < 1
        || idBytes > SealingKey.MAX_ID_CHARACTERS
        || sealed[0] != VERSION
        || sealed.length < ID_AT + idBytes) {
      throw new SealedValueException(place);
    }
    return new String(sealed, ID_AT, idBytes, StandardCharsets.US_ASCII);
  }

  private static byte[] associated(byte[] header, String place) {
    byte[] name = place.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(header, header.length + name.length);
    System.arraycopy(name, 0, all, header.length, name.length);
    return all;
  }

  @Override
  public String toString() {
    return "KeyRing" + keys.keySet();
  }
}
