package io.privirec.privacy;

/// Bounds that other work quotes, to compare with; claims do not use them.
public final class TextbookBounds {
  private TextbookBounds() {}

  /// ε of Gaussian noise by Dwork and Roth 2014, Theorem A.1.
  ///
  /// @param noiseMultiplier standard deviation over sensitivity, positive
  /// @throws PrivacyRefusal.ClassicalFormulaInvalid if that is not below 1
  public static double classicalEpsilon(double noiseMultiplier, double delta) {
    return requireBelowOne(quotedEpsilon(noiseMultiplier, delta));
  }

  /// What the same formula gives where it does not hold, too: to quote papers that use it so. It is
  /// **no guarantee** from 1 on.
  public static double quotedEpsilon(double noiseMultiplier, double delta) {
    PrivacyTarget.requireDelta(delta);
    return Math.sqrt(2 * Math.log(1.25 / delta)) / noiseMultiplier;
  }

  /// The noise multiplier for a target by the same theorem.
  ///
  /// @throws PrivacyRefusal.ClassicalFormulaInvalid if ε is not below 1
  public static double classicalNoiseMultiplier(PrivacyTarget target) {
    return Math.sqrt(2 * Math.log(1.25 / target.delta())) / requireBelowOne(target.epsilon());
  }

  /// ε of releases that each have ε; their δ add up.
  public static double basicComposition(double epsilon, int releases) {
    return releases * epsilon;
  }

  /// ε of the same releases by Dwork, Rothblum, Vadhan 2010, at the price of `slack` more δ.
  public static double advancedComposition(double epsilon, int releases, double slack) {
    PrivacyTarget.requireDelta(slack);
    return Math.sqrt(-2 * releases * Math.log(slack)) * epsilon
        + releases * epsilon * Math.expm1(epsilon);
  }

  private static double requireBelowOne(double epsilon) {
    if (!(epsilon < 1)) {
      throw new PrivacyRefusal.ClassicalFormulaInvalid(epsilon);
    }
    return epsilon;
  }
}
