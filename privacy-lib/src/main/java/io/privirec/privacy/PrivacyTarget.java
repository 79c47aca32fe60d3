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

  /// Whether a composition stays within, by the conversion of Canonne, Kamath and Steinke.
  public boolean isMetBy(Composition composition) {
    return composition.epsilon(delta, Conversion.CKS).epsilon() <= epsilon;
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
