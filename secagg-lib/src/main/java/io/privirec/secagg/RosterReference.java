package io.privirec.secagg;

import io.privirec.crypto.digest.Digest;

/// Which text of which roster a round relies on.
///
/// @param version of the roster, at least 1
/// @param digest SHA-256 of the roster's signed bytes
public record RosterReference(int version, Digest digest) {
  public RosterReference {
    if (version < 1) {
      throw new IllegalArgumentException(
          "roster version must be at least 1. Provided value: " + version);
    }
  }
}
