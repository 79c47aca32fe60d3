package io.privirec.privacy;

/// ε at some δ, and the order of the Rényi divergence that it was converted from.
///
/// @param epsilon not negative; infinite where no order gives a bound
/// @param order α > 1
public record RenyiBound(double epsilon, double order) {}
