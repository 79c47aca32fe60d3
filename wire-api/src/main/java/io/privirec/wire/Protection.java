package io.privirec.wire;

import com.fasterxml.jackson.annotation.JsonProperty;

/// The kind of a release, as a word.
public enum Protection {
  /// Every sum over data carries noise, and the manifest has a claim.
  @JsonProperty("private")
  PRIVATE("private"),
  /// A sum over data has no noise.
  @JsonProperty("no-noise")
  NO_NOISE("no-noise");

  private final String label;

  Protection(String label) {
    this.label = label;
  }

  /// Returns the word of manifests and APIs.
  public String label() {
    return label;
  }
}
