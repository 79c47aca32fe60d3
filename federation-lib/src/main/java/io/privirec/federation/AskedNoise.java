package io.privirec.federation;

import io.privirec.wire.algorithm.PrivacyParameters;

/// The noise that a request asks for.
public sealed interface AskedNoise {
  /// The word `none`: the sums over data carry no noise.
  record None() implements AskedNoise {}

  /// No word: the sums over data carry noise.
  ///
  /// @param privacy the noise of a request without `privacy`. Its colluders also apply to a request
  ///   that states none
  record Expected(PrivacyParameters privacy) implements AskedNoise {}
}
