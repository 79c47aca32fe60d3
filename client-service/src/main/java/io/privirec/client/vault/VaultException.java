package io.privirec.client.vault;

import java.security.GeneralSecurityException;

/// A sealed value does not open: the key file was replaced, or the row was tampered with.
public final class VaultException extends RuntimeException {
  VaultException(String place, GeneralSecurityException cause) {
    super(
        "sealed value of " + place + " does not open with the key file of the data directory",
        cause);
  }
}
