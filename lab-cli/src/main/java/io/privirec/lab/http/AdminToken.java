package io.privirec.lab.http;

import java.security.SecureRandom;
import java.util.Base64;

/// The operator's bearer token of one service.
///
/// @param value 43 characters, 256 random bits
public record AdminToken(String value) {
  /// Draws a token.
  public static AdminToken random(SecureRandom random) {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    return new AdminToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /// Hides the token.
  @Override
  public String toString() {
    return "AdminToken[hidden]";
  }
}
