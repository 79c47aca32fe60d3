package io.privirec.edge.sealing;

/// The service cannot start with the encryption keys it has; says what to do instead.
final class UnusableKeysException extends RuntimeException {
  private final String remedy;

  UnusableKeysException(String message, String remedy) {
    super(message);
    this.remedy = remedy;
  }

  String remedy() {
    return remedy;
  }
}
