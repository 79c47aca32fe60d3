package io.privirec.privacy.ledger;

import java.util.regex.Pattern;

/// The texts in the fields of a ledger.
final class LedgerText {
  /// Stands for a field without a value.
  static final String NONE = "-";

  private static final Pattern PRINTABLE = Pattern.compile("[\\x20-\\x7E]+");

  private LedgerText() {}

  static boolean isPrintable(String text) {
    return PRINTABLE.matcher(text).matches();
  }

  static void requirePrintable(String what, String text) {
    if (!isPrintable(text)) {
      throw new IllegalArgumentException(what + " must be printable ASCII, and not empty");
    }
  }
}
