package io.privirec.edge.auth;

import io.privirec.crypto.digest.Digest;
import io.privirec.edge.datadir.DataDirectory;
import io.privirec.edge.lifecycle.StartRefusedException;
import java.io.Console;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The operator's secret. Only its digest stays in memory; comparison takes constant time.
final class AdminToken {
  private static final Logger log = LoggerFactory.getLogger(AdminToken.class);

  static final String FILE = "admin-token";
  private static final int MIN_CHARACTERS = 16;

  private final byte[] digest;

  private AdminToken(String value) {
    digest = digest(value);
  }

  /// The configured token, else the one kept in the data directory, else a new one, which is kept
  /// there. The log names the file; a new token is printed only where somebody sits at a terminal:
  /// what goes elsewhere is kept by somebody.
  static AdminToken of(@Nullable String configured, DataDirectory data) {
    if (configured != null && !configured.isBlank()) {
      if (configured.strip().length() < MIN_CHARACTERS) {
        throw new StartRefusedException(
            "privirec.admin-token has fewer than " + MIN_CHARACTERS + " characters.",
            "Give it a longer one, or none: then one is made and kept in the data directory.",
            null);
      }
      return new AdminToken(configured.strip());
    }
    boolean fresh = !data.hasSecret(FILE);
    String token = data.secret(FILE, AdminToken::generate);
    log.info("The admin token is in the file {}", data.resolve(FILE));
    if (fresh) {
      Optional.ofNullable(System.console())
          .filter(Console::isTerminal)
          .ifPresent(terminal -> terminal.printf("Admin token, shown this once: %s%n", token));
    }
    return new AdminToken(token);
  }

  boolean matches(String candidate) {
    return MessageDigest.isEqual(digest, digest(candidate));
  }

  private static String generate() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return "admin_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] digest(String value) {
    return Digest.of(value.getBytes(StandardCharsets.UTF_8)).bytes();
  }

  @Override
  public String toString() {
    return "AdminToken[hidden]";
  }
}
