package io.privirec.client.catalogue;

/// The coordinator's catalogue cannot be used: its digest is wrong, or it contradicts an earlier
/// version.
public final class CatalogueException extends RuntimeException {
  CatalogueException(String message) {
    super(message);
  }

  CatalogueException(String message, Throwable cause) {
    super(message, cause);
  }
}
