package io.privirec.lab.experiment;

import java.util.Locale;

/// What can be evaluated.
enum Recommender {
  POPULARITY,
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

  /// The name in options and reports: `bspm-em`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
