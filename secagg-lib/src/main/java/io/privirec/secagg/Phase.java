package io.privirec.secagg;

/// The steps of a round, in order. Which of them a round has follows from its record:
/// [RoundRecord#phases()]. A closed round has at most the phases from [#ADVERTISE_KEYS] to
/// [#ENCAPSULATE_KEYS], and [#MASKED_INPUT].
public enum Phase {
  ADVERTISE_KEYS(1),
  /// Everyone opens the commitment to its part of the graph's seed. On random graphs only.
  REVEAL_SEED(6),
  /// Everyone sends its neighbours what they need beside its public key to agree on a mask. In
  /// closed rounds with a hybrid agreement only; in tolerant ones it travels with the shares.
  ENCAPSULATE_KEYS(7),
  /// In tolerant rounds: shares of the secrets behind one's masks, for the neighbours.
  SHARE_KEYS(2),
  MASKED_INPUT(3),
  /// Survivors sign the survivor set that they were told. Not in semi-honest rounds.
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
