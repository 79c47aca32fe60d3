package io.privirec.federation;

/// Whether the sums of an algorithm over data can carry noise.
public sealed interface NoiseForm {
  /// The sums depend on no data, so that noise has no meaning.
  record NoData() implements NoiseForm {}

  /// The sums carry noise, unless a request asks for sums without noise.
  record ByDefault() implements NoiseForm {}

  /// The sums always carry noise.
  ///
  /// @param withoutNoise the algorithm that computes the same without noise
  record Always(String withoutNoise) implements NoiseForm {}

  /// The sums never carry noise that a ledger can count.
  ///
  /// @param withNoise the algorithm to ask for instead
  record Never(String withNoise) implements NoiseForm {}
}
