package io.privirec.edge.auth;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.problem.ProblemException;
import io.privirec.secagg.ParticipantId;
import io.privirec.wire.ProblemType;
import java.security.Principal;
import java.util.Optional;

/// The participant whose identity key signed the request's token. Controllers take it with
/// `@AuthenticationPrincipal`.
///
/// @param bodyDigest SHA-256 of the body that was signed; a handler that reads a body must compare
///   it, with [#requireBody]
public record ParticipantPrincipal(ParticipantId id, Optional<Digest> bodyDigest)
    implements Principal {
  @Override
  public String getName() {
    return id.value();
  }

  /// Refuses a body that is not the signed one.
  ///
  /// @param actual digest of the body as received
  /// @throws ProblemException if the token signs no body, or another one
  public void requireBody(Digest actual) {
    if (bodyDigest.isEmpty()) {
      throw new ProblemException(
          ProblemType.UNAUTHENTICATED, "The request token has no digest of the body");
    }
    if (!bodyDigest.get().equals(actual)) {
      throw new ProblemException(
          ProblemType.DIGEST_MISMATCH, "The body is not the one that the request token signs");
    }
  }
}
