package io.privirec.privacy.ledger;

import java.util.regex.Pattern;

/// What tells a whole ledger from one whose end is missing. Kept apart from the file.
///
/// @param entries how many there are
/// @param hash of the last line, or of the heading; 64 lower-case hexadecimal digits
public record LedgerHead(long entries, String hash) {
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
    return new LedgerHead(0, LedgerLine.hash(LedgerLine.heading(ledger)));
  }
}
