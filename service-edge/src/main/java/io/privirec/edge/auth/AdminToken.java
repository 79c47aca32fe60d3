package io.privirec.edge.auth;

import io.privirec.edge.datadir.DataDirectory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The operator's secret. Only its digest stays in memory; comparison takes constant time. */
final class AdminToken {
  static final String FILE = "admin-token";
  private static final int MIN_CHARACTERS = 16;

  private final byte[] digest;

  private AdminToken(String value) {
    digest = sha256(value);
  }

  /**
   * The configured token, else the one kept in the data directory, else a new one, which is kept
   * there and printed this once.
   */
  static AdminToken of(@Nullable String configured, DataDirectory data) {
    if (configured != null && !configured.isBlank()) {
      if (configured.strip().length() < MIN_CHARACTERS) {
        throw new IllegalStateException(
            "privirec.admin-token must have at least " + MIN_CHARACTERS + " characters");
      }
      return new AdminToken(configured.strip());
    }
    boolean fresh = !data.hasSecret(FILE);
    String token = data.secret(FILE, AdminToken::generate);
    if (fresh) {
      // Not through a logger: logs travel.
      System.out.println("Admin token (kept in " + data.resolve(FILE) + "): " + token);
    }
    return new AdminToken(token);
  }

  boolean matches(String candidate) {
    return MessageDigest.isEqual(digest, sha256(candidate));
  }

  private static String generate() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return "admin_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] sha256(String value) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "AdminToken[hidden]";
  }
}
