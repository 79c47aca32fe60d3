package io.privirec.wire;

import java.time.Instant;

/// A one-time right to enrol one participant. The token is shown once and stored only as a hash.
public record EnrolmentToken(String token, Instant expiresAt) {
  /// Hides the token.
  @Override
  public String toString() {
    return "EnrolmentToken[expiresAt=" + expiresAt + "]";
  }
}
