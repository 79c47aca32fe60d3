package io.privirec.privacy;

/// A mechanism whose divergence is at most ρα at every order α > 1 (zero-concentrated differential
/// privacy, Bun and Steinke 2016).
public sealed interface Concentrated extends Mechanism
    permits Gaussian, DiscreteGaussian, DistributedDiscreteGaussian, ZeroConcentrated {

  /// ρ, not negative.
  double rho();

  @Override
  default double renyi(double order) {
    return order * rho();
  }
}
