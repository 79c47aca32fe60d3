package io.privirec.wire.algorithm;

import org.jspecify.annotations.Nullable;

/// Parameters of an algorithm whose sums can carry noise.
public sealed interface NoisyParameters extends AlgorithmParameters
    permits PriviRecKParameters,
        PriviRecParameters,
        ItemDegreesParameters,
        DpalsParameters,
        DpialsParameters,
        PrivateFedPowerParameters {
  /// Returns the noise of the sums; null before a session settles it, and for sums without noise.
  @Nullable PrivacyParameters privacy();

  /// Returns the same parameters with this noise, or without noise.
  NoisyParameters withNoise(@Nullable PrivacyParameters noise);
}
