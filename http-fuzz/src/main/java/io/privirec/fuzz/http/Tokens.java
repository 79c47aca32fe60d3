package io.privirec.fuzz.http;

import io.jsonwebtoken.JwtBuilder;
import io.jsonwebtoken.Jwts;
import io.privirec.crypto.digest.Digest;
import io.privirec.crypto.signature.IdentityKeyPair;
import io.privirec.fuzz.http.Operations.Operation;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// Credentials, right and wrong.
final class Tokens {
  private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");

  private final String adminToken;
  private final List<Caller> callers;

  private record Caller(String name, PrivateKey key) {}

  Tokens(String adminToken, Map<String, IdentityKeyPair> callers) {
    this.adminToken = adminToken;
    this.callers =
        new TreeMap<>(callers)
            .entrySet().stream()
                .map(caller -> new Caller(caller.getKey(), privateKey(caller.getValue())))
                .toList();
  }

  /// The value of `Authorization` for a request, or none.
  Optional<String> next(Operation operation, String target, byte[] body, Random random) {
    return random.nextInt(4) == 0
        ? Optional.of(wrong(operation, target, body, random))
        : right(operation, target, body, random);
  }

  /// The value of `Authorization` that lets a request pass, or none where none is needed.
  Optional<String> right(Operation operation, String target, byte[] body, Random random) {
    boolean admin = operation.roles().contains("admin");
    boolean participant = operation.roles().contains("participant") && !callers.isEmpty();
    if (participant && !(admin && random.nextBoolean())) {
      return Optional.of(signed(operation, target, body, random, token -> token));
    }
    return admin ? Optional.of("Bearer " + adminToken) : Optional.empty();
  }

  private String wrong(Operation operation, String target, byte[] body, Random random) {
    Instant now = Instant.now();
    int choice = random.nextInt(20);
    return switch (choice) {
      case 0 -> "";
      case 1 -> "Bearer";
      case 2 -> "Bearer ";
      case 3 -> "Basic YWRtaW46YWRtaW4=";
      case 4 -> "Bearer " + adminToken + "x";
      case 5 -> "Bearer " + "a.".repeat(2500);
      case 6 -> "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.";
      case 7 -> "Bearer ..";
      case 8 -> flipped(signed(operation, target, body, random, token -> token), random);
      case 9 -> unsigned("{\"alg\":\"EdDSA\",\"kid\":\"../\u00e9\"}");
      case 10 -> unsigned("{\"alg\":\"EdDSA\",\"kid\":" + "[".repeat(1500));
      case 11 -> unsigned("{\"alg\":\"HS256\",\"kid\":\"nobody\",\"zip\":\"DEF\"}");
      default ->
          signed(
              operation,
              target,
              body,
              random,
              token ->
                  switch (choice) {
                    case 12 -> token.expiration(Date.from(now.minusSeconds(300)));
                    case 13 -> token.issuedAt(Date.from(now.minusSeconds(3000)));
                    case 14 -> token.claim("exp", 99_999_999_999_999L);
                    case 15 -> token.claim("htu", "/v1/elsewhere");
                    case 16 -> token.claim("htm", "DELETE");
                    case 17 -> token.claim("digest", "00".repeat(32));
                    case 18 -> token.claim("digest", "not hex");
                    default -> token.claim("htm", List.of(1, 2)).claim("digest", 7);
                  });
    };
  }

  /// By one of the callers, for this request unless it is changed.
  private String signed(
      Operation operation,
      String target,
      byte[] body,
      Random random,
      UnaryOperator<JwtBuilder> change) {
    if (callers.isEmpty()) {
      return unsigned("{\"alg\":\"EdDSA\",\"kid\":\"nobody\"}");
    }
    Caller caller = callers.get(random.nextInt(callers.size()));
    Instant now = Instant.now();
    JwtBuilder token =
        Jwts.builder()
            .header()
            .keyId(caller.name())
            .and()
            .subject(caller.name())
            .claim("htm", operation.method())
            .claim("htu", target.split("\\?", 2)[0])
            .claim("digest", Digest.of(body).hex())
            .issuedAt(Date.from(now))
            .expiration(Date.from(now.plusSeconds(60)));
    return "Bearer " + change.apply(token).signWith(caller.key(), Jwts.SIG.EdDSA).compact();
  }

  private static String unsigned(String header) {
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    String encoded = encoder.encodeToString(header.getBytes(StandardCharsets.UTF_8));
    return "Bearer " + encoded + ".e30." + "A".repeat(86);
  }

  private static String flipped(String authorization, Random random) {
    char[] characters = authorization.toCharArray();
    int at = 7 + random.nextInt(characters.length - 7);
    characters[at] = "A._-~ \u00e9".charAt(random.nextInt(7));
    return new String(characters);
  }

  private static PrivateKey privateKey(IdentityKeyPair identity) {
    byte[] seed = identity.seed().expose();
    byte[] encoded = Arrays.copyOf(PKCS8, PKCS8.length + seed.length);
    System.arraycopy(seed, 0, encoded, PKCS8.length, seed.length);
    try {
      return KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
