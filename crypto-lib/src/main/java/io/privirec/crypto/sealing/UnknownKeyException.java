package io.privirec.crypto.sealing;

/// A stored value was sealed with a key that is not in this process's list.
public final class UnknownKeyException extends RuntimeException {
  private final String keyId;

  UnknownKeyException(String keyId, String place) {
    super("encryption key %s, which sealed %s, is not in the list".formatted(keyId, place));
    this.keyId = keyId;
  }

  /// The key that is missing.
  public String keyId() {
    return keyId;
  }
}
