package io.privirec.crypto.sealing;

import java.security.GeneralSecurityException;

/// A sealed value does not open although its key is at hand.
public final class SealedValueException extends RuntimeException {
  SealedValueException(String place) {
    super("what is stored for " + place + " was not sealed by this version");
  }

  SealedValueException(String place, String keyId, GeneralSecurityException cause) {
    super(
        "the sealed value of %s does not open: it was changed, or key %s is another one here"
            .formatted(place, keyId),
        cause);
  }
}
