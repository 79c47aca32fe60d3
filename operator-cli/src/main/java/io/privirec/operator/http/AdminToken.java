package io.privirec.operator.http;

import io.privirec.operator.option.InvalidOptionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/// The operator's bearer token of one service.
///
/// @param value 43 characters, 256 random bits
public record AdminToken(String value) {
  public static AdminToken random(SecureRandom random) {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    return new AdminToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /// Reads the token in a file.
  ///
  /// @throws InvalidOptionException if it cannot be read
  public static AdminToken read(Path file) {
    try {
      return new AdminToken(Files.readString(file).strip());
    } catch (IOException e) {
      throw new InvalidOptionException("no admin token can be read from " + file);
    }
  }

  /// Hides the token.
  @Override
  public String toString() {
    return "AdminToken[hidden]";
  }
}
