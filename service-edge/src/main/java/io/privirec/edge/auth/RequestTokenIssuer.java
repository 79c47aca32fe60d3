package io.privirec.edge.auth;

import io.jsonwebtoken.JwtBuilder;
import io.jsonwebtoken.Jwts;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.Ed25519Provider;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.secagg.ParticipantId;
import java.net.URI;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;

/// Makes the tokens with which a participant signs its requests: compact JWTs (EdDSA over Ed25519),
/// good for one method, one path, one body and one minute.
///
/// A signature over a token cannot be taken for one of the protocol: those are over a domain tag
/// and a zero byte, a token starts with `eyJ`. Thread-safe.
public final class RequestTokenIssuer {
  private final ParticipantId participant;
  private final PrivateKey key;
  private final Clock clock;

  public RequestTokenIssuer(ParticipantId participant, IdentityKeyPair identity, Clock clock) {
    this.participant = participant;
    this.key = JwtKeys.privateKey(identity.seed());
    this.clock = clock;
  }

  /// The token of a request without a body, for `Authorization: Bearer`.
  public String issue(String method, URI uri) {
    return builder(method, uri).compact();
  }

  /// The token of a request whose body has that digest.
  public String issue(String method, URI uri, Digest body) {
    return builder(method, uri).claim(RequestTokenClaims.DIGEST, body.hex()).compact();
  }

  private JwtBuilder builder(String method, URI uri) {
    Instant now = clock.instant();
    return Jwts.builder()
        .provider(Ed25519Provider.instance())
        .header()
        .keyId(participant.value())
        .and()
        .subject(participant.value())
        .claim(RequestTokenClaims.METHOD, method)
        .claim(RequestTokenClaims.PATH, uri.getRawPath())
        .issuedAt(Date.from(now))
        .expiration(Date.from(now.plus(RequestTokenClaims.LIFETIME)))
        .signWith(key, Jwts.SIG.EdDSA);
  }

  @Override
  public String toString() {
    return "RequestTokenIssuer[" + participant.value() + "]";
  }
}
