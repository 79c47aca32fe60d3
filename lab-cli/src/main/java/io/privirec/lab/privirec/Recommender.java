package io.privirec.lab.privirec;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Popularity, and the graph filters that are measured against it.
public enum Recommender {
  POPULARITY,
  /// r P̃ alone.
  LINEAR,
  GF_CF,
  TURBO_CF,
  BSPM_LM,
  BSPM_EM,
  /// GF-CF on factors alone, without P̃.
  PRIVIREC_K,
  /// The normalised spectral filter alone.
  SPECTRAL;

  /// Whether it is made of factors alone.
  boolean isOfFactors() {
    return this == PRIVIREC_K || this == SPECTRAL;
  }

  /// Whether it is made of P̃.
  public boolean isOfGram() {
    return !isOfFactors() && this != POPULARITY;
  }

  /// Whether it has an ideal low-pass part beside P̃.
  boolean hasIdealPart() {
    return this == GF_CF || this == BSPM_LM || this == BSPM_EM;
  }

  /// The one of that name; empty: it is another family's.
  static Optional<Recommender> named(String name) {
    return Arrays.stream(values()).filter(model -> model.toString().equals(name)).findFirst();
  }

  /// The name in options and reports: `bspm-em`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
