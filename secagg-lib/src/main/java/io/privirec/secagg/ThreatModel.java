package io.privirec.secagg;

/// What the coordinator is assumed to do. Every result is labelled with it.
public enum ThreatModel {
  /// It follows the protocol and looks at everything it sees (Bell et al. 2020, Algorithm 2).
  SEMI_HONEST(1, "semi-honest"),
  /// It may also tell different participants different things (Algorithms 3 and 4): identity keys
  /// come from a signed roster, and survivors sign the survivor set before anything is revealed.
  SEMI_MALICIOUS(2, "semi-malicious");

  private final int wireCode;
  private final String label;

  ThreatModel(int wireCode, String label) {
    this.wireCode = wireCode;
    this.label = label;
  }

  /// The name shown beside results.
  public String label() {
    return label;
  }

  /// Whether whoever accepts `least` may take part under this model.
  public boolean isAtLeast(ThreatModel least) {
    return compareTo(least) >= 0;
  }

  int wireCode() {
    return wireCode;
  }

  static ThreatModel ofWireCode(int wireCode) {
    for (ThreatModel model : values()) {
      if (model.wireCode == wireCode) {
        return model;
      }
    }
    throw new IllegalArgumentException("unknown threat model " + wireCode);
  }
}
