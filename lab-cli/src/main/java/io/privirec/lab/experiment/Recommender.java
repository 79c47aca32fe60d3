package io.privirec.lab.experiment;

import java.util.Locale;

/// What can be evaluated.
enum Recommender {
  POPULARITY,
  GF_CF,
  TURBO_CF,
  BSPM_LM,
  BSPM_EM;

  /// The name in options and reports: `bspm-em`.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
