package io.privirec.secagg.coordinator;

import java.util.Locale;

/// What a participant of a tolerant round did wrong, found out afterwards. The code is stable.
public enum FaultReason {
  /// It revealed a share that does not lie with the others of the same secret. Where it is wrong
  /// for one owner only, that owner may have dealt it so: the shares alone do not tell the two
  /// apart.
  WRONG_SHARE,
  /// It signed an envelope that does not decrypt, as its recipient has shown.
  BAD_ENVELOPE;

  /// The name in lower-case words joined by hyphens.
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
