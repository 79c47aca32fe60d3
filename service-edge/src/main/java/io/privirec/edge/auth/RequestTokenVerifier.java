package io.privirec.edge.auth;

import io.jsonwebtoken.Claims;
import io.jsonwebtoken.ExpiredJwtException;
import io.jsonwebtoken.Header;
import io.jsonwebtoken.Jws;
import io.jsonwebtoken.JwsHeader;
import io.jsonwebtoken.JwtException;
import io.jsonwebtoken.JwtParser;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.SignatureException;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.Ed25519Provider;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.crypto.signature.PublicIdentityKey;
import io.privirec.secagg.ParticipantId;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Checks participants' request tokens. Thread-safe.
public final class RequestTokenVerifier {
  private final PublicKeyLookup lookup;
  private final PublicIdentityKey strangersKey = keyOfNobody();
  private final ParticipantClocks clocks;
  private final JwtParser parser;

  /// @param leeway how far a participant's clock may be ahead of this one or behind it
  public RequestTokenVerifier(PublicKeyLookup lookup, Clock clock, Duration leeway) {
    this.lookup = lookup;
    this.clocks = new ParticipantClocks(leeway, clock);
    this.parser =
        Jwts.parser()
            .provider(Ed25519Provider.instance())
            .keyLocator(this::keyFor)
            .sig()
            .clear()
            .add(Jwts.SIG.EdDSA)
            .and()
            .zip()
            .clear()
            .and()
            .clock(() -> Date.from(clock.instant()))
            .clockSkewSeconds(leeway.toSeconds())
            .build();
  }

  /// Seconds by which the clocks of participants differ from this one at most, as their tokens say.
  double largestClockDifference() {
    return clocks.largestDifference();
  }

  /// Who signed the token for exactly this request.
  ///
  /// @param path raw request path
  /// @throws GeneralSecurityException if the token is not good for this request; the message names
  ///   the condition and may be shown to the caller
  public ParticipantPrincipal verify(String token, String method, String path)
      throws GeneralSecurityException {
    if (token.length() > RequestTokenClaims.MAX_CHARACTERS) {
      throw refused("is too long");
    }
    Jws<Claims> jws = parse(token);
    Claims claims = jws.getPayload();
    Instant issued = issued(claims);
    require(method.equals(text(claims, RequestTokenClaims.METHOD)), "is for another method");
    require(path.equals(text(claims, RequestTokenClaims.PATH)), "is for another path");
    String subject = claims.getSubject();
    require(subject != null && subject.equals(jws.getHeader().getKeyId()), "has two subjects");
    ParticipantId participant = new ParticipantId(subject);
    clocks.require(participant, issued);
    return new ParticipantPrincipal(participant, digest(claims));
  }

  private Jws<Claims> parse(String token) throws GeneralSecurityException {
    try {
      return parser.parseSignedClaims(token);
    } catch (ExpiredJwtException e) {
      // Thrown after the signature was found to be good.
      throw clocks.expired(
          new ParticipantId(String.valueOf(e.getHeader().get("kid"))), issued(e.getClaims()));
    } catch (JwtException | IllegalArgumentException e) {
      throw refused("is not readable, or not signed by the key of an enrolled participant");
    }
  }

  /// Runs before the signature is checked: trusts nothing but the name to look up. A stranger's
  /// signature is checked like anybody's, and is wrong: who has no key must not learn who is
  /// enrolled.
  private Key keyFor(Header header) {
    if (!(header instanceof JwsHeader jws) || jws.getKeyId() == null) {
      throw new SignatureException("no key id");
    }
    PublicIdentityKey key =
        lookup.publicKeyOf(new ParticipantId(jws.getKeyId())).orElse(strangersKey);
    try {
      return JwtKeys.publicKey(key);
    } catch (GeneralSecurityException e) {
      throw new JwtException("unusable key", e);
    }
  }

  /// A key whose private half is forgotten.
  private static PublicIdentityKey keyOfNobody() {
    return IdentityKeyPair.generate(new SecureRandom()).publicKey();
  }

  /// The time of issue of a token that lives no longer than it may.
  private static Instant issued(Claims claims) throws GeneralSecurityException {
    @Nullable Date issued = claims.getIssuedAt();
    @Nullable Date expires = claims.getExpiration();
    if (issued == null || expires == null) {
      throw refused("has no time of issue or expiry");
    }
    Duration lifetime = Duration.between(issued.toInstant(), expires.toInstant());
    require(
        !lifetime.isNegative() && lifetime.compareTo(RequestTokenClaims.LIFETIME) <= 0,
        "lives longer than " + RequestTokenClaims.LIFETIME.toSeconds() + " s");
    return issued.toInstant();
  }

  private static Optional<Digest> digest(Claims claims) throws GeneralSecurityException {
    @Nullable String hex = text(claims, RequestTokenClaims.DIGEST);
    if (hex == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Digest.parse(hex));
    } catch (IllegalArgumentException e) {
      throw refused("has a digest that is not hex SHA-256");
    }
  }

  private static @Nullable String text(Claims claims, String name) {
    return claims.get(name) instanceof String text ? text : null;
  }

  private static void require(boolean condition, String otherwise) throws GeneralSecurityException {
    if (!condition) {
      throw refused(otherwise);
    }
  }

  private static GeneralSecurityException refused(String why) {
    return new GeneralSecurityException("The request token " + why);
  }
}
