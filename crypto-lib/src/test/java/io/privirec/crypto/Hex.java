package io.privirec.crypto;

import io.privirec.crypto.secret.SecretBytes;
import java.util.HexFormat;

/// Hexadecimal literals; blanks and line breaks are for the reader, and so is what follows `#` in a
/// line.
public final class Hex {
  private Hex() {}

  public static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replaceAll("#[^\n]*", "").replaceAll("\\s", ""));
  }

  public static SecretBytes secret(String hex) {
    return SecretBytes.copyOf(bytes(hex));
  }

  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
