package io.privirec.secagg;

/// What the coordinator is assumed to do. Every result is labelled with it.
public enum ThreatModel {
  /// It follows the protocol and looks at everything it sees (Bell et al. 2020, Algorithm 2).
  SEMI_HONEST(1, "semi-honest"),
  /// It may also send different participants different views (Algorithms 3 and 4): needs the
  /// consistency check, which no round of this version runs, so a [RoundRecord] refuses it.
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
