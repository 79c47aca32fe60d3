package io.privirec.lab.experiment;

import java.util.Locale;

/// What can be evaluated.
enum Recommender {
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
  SPECTRAL,
  /// Alternating least squares over ratings, measured by how well it predicts them.
  ALS,
  /// Alternating least squares over interactions.
  IALS;

  /// Whether it folds users' vectors in.
  boolean isOfItemFactors() {
    return this == ALS || this == IALS;
  }

  /// Whether it is made of factors alone.
  boolean isOfFactors() {
    return this == PRIVIREC_K || this == SPECTRAL;
  }

  /// Whether it is made of P̃.
  boolean isOfGram() {
    return !isOfFactors() && !isOfItemFactors() && this != POPULARITY;
  }

  /// Whether it has an ideal low-pass part beside P̃.
  boolean hasIdealPart() {
    return this == GF_CF || this == BSPM_LM || this == BSPM_EM;
  }

  /// The name in options and reports: `bspm-em`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
