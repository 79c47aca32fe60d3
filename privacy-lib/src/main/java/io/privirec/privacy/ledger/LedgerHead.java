package io.privirec.privacy.ledger;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// What tells a whole ledger from one whose end is missing. Kept apart from the file.
///
/// @param entries how many there are
/// @param hash of the last line, or of the heading; 64 lower-case hexadecimal digits
public record LedgerHead(long entries, String hash) {
  private static final String HEADING = "privirec-ledger\t1\t";
  private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

  public LedgerHead {
    if (entries < 0 || !FORM.matcher(hash).matches()) {
      throw new IllegalArgumentException("a head is a count and 64 hexadecimal digits");
    }
  }

  /// That of a ledger without entries.
  ///
  /// @param ledger its name
  public static LedgerHead ofEmpty(String ledger) {
    return new LedgerHead(0, hash(heading(ledger)));
  }

  static String heading(String ledger) {
    if (!LedgerText.isPrintable(ledger)) {
      throw new IllegalArgumentException("the name of a ledger must be printable ASCII");
    }
    return HEADING + ledger;
  }

  /// The name in a heading; empty if it is none.
  static Optional<String> named(String line) {
    return line.startsWith(HEADING)
        ? Optional.of(line.substring(HEADING.length())).filter(LedgerText::isPrintable)
        : Optional.empty();
  }

  static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.ISO_8859_1)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
