package io.privirec.edge.auth;

import java.time.Duration;

/// Names and limits that both ends of a request token share.
final class RequestTokenClaims {
  /// HTTP method.
  static final String METHOD = "htm";

  /// Raw path, without the query.
  static final String PATH = "htu";

  /// Hex SHA-256 of the body.
  static final String DIGEST = "digest";

  /// From issue to expiry, at most.
  static final Duration LIFETIME = Duration.ofSeconds(60);

  static final int MAX_CHARACTERS = 4096;

  private RequestTokenClaims() {}
}
