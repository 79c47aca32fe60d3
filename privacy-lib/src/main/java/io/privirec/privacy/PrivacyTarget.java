package io.privirec.privacy;

/// What a composition must not exceed.
///
/// @param epsilon positive and finite; natural logarithms
/// @param delta in (0, 1)
public record PrivacyTarget(double epsilon, double delta) {
  /// @throws PrivacyRefusal if either is out of range
  public PrivacyTarget {
    requireEpsilon(epsilon);
    requireDelta(delta);
  }

  static void requireEpsilon(double epsilon) {
    if (!(epsilon > 0) || Double.isInfinite(epsilon)) {
      throw new PrivacyRefusal.EpsilonOutOfRange(epsilon);
    }
  }

  static void requireDelta(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new PrivacyRefusal.DeltaOutOfRange(delta);
    }
  }
}
