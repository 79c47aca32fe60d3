package io.privirec.secagg;

import io.privirec.crypto.digest.Digest;

/// Names one roster: two texts of one version have different digests.
///
/// @param version at least 1
/// @param digest SHA-256 of the bytes that the keeper signed
public record RosterReference(int version, Digest digest) {
  public RosterReference {
    if (version < 1) {
      throw new IllegalArgumentException(
          "roster version must be at least 1. Provided value: " + version);
    }
  }
}
