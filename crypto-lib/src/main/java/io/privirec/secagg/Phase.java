package io.privirec.secagg;

/// The steps of a round, in order.
public enum Phase {
  ADVERTISE_KEYS(1),
  SHARE_KEYS(2),
  MASKED_INPUT(3),
  /// Survivors sign the survivor set they were told. Reserved: semi-honest rounds go past it.
  CONSISTENCY_CHECK(4),
  UNMASK(5);

  private final int wireCode;

  Phase(int wireCode) {
    this.wireCode = wireCode;
  }

  /// The number of the phase in encodings.
  public int wireCode() {
    return wireCode;
  }

  public static Phase ofWireCode(int wireCode) {
    for (Phase phase : values()) {
      if (phase.wireCode == wireCode) {
        return phase;
      }
    }
    throw new IllegalArgumentException("unknown phase " + wireCode);
  }
}
