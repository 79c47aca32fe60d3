package io.privirec.coordinator.round.web;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.problem.ProblemException;
import io.privirec.wire.ProblemType;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The `sha-256` member of a `Content-Digest` field (RFC 9530 §2).
final class ContentDigest {
  static final String HEADER = "Content-Digest";
  private static final Pattern SHA_256 =
      Pattern.compile("(?:^|[, ])sha-256=:([A-Za-z0-9+/]{43}=):");

  private ContentDigest() {}

  static Digest parse(@Nullable String header) {
    Matcher matcher = SHA_256.matcher(header == null ? "" : header);
    if (!matcher.find()) {
      throw new ProblemException(
          ProblemType.MALFORMED_REQUEST, "The header Content-Digest: sha-256=:<base64>: is needed");
    }
    return Digest.fromBytes(Base64.getDecoder().decode(matcher.group(1)));
  }
}
