package io.privirec.privacy;

import java.util.function.LongFunction;
import java.util.function.Predicate;

/// The least noise for a purpose.
final class Calibration {
  private Calibration() {}

  /// @param ofSteps the mechanism by its local variance in steps
  /// @param suffices monotone: what suffices with some noise suffices with more
  /// @throws PrivacyRefusal.TargetUnreachable if the most steps do not suffice
  static <M extends Distributed> M least(
      long fewest, long most, LongFunction<M> ofSteps, Predicate<? super M> suffices) {
    M strongest = ofSteps.apply(most);
    if (!suffices.test(strongest)) {
      throw new PrivacyRefusal.TargetUnreachable(strongest.localVariance());
    }
    return ofSteps.apply(
        Bisection.smallestWhole(fewest, most, steps -> suffices.test(ofSteps.apply(steps))));
  }
}
