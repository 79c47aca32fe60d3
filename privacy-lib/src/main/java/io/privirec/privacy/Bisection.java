package io.privirec.privacy;

import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;

/// Thresholds of monotone conditions. The caller has proven the bracket; what is returned satisfies
/// the condition itself, so that rounding never errs to the unsafe side.
final class Bisection {
  /// Relative width at which neighbouring doubles are all that is left.
  private static final double CLOSE = 4e-16;

  private Bisection() {}

  /// The smallest value in (low, high] that satisfies a condition that `high` satisfies, as does
  /// everything between it and the result.
  static double smallest(double low, double high, DoublePredicate condition) {
    double fails = low;
    double holds = high;
    while (holds - fails > CLOSE * Math.abs(holds)) {
      double middle = fails + (holds - fails) / 2;
      if (middle <= fails || middle >= holds) {
        break;
      }
      if (condition.test(middle)) {
        holds = middle;
      } else {
        fails = middle;
      }
    }
    return holds;
  }

  /// The largest value from a positive one on, which satisfies the condition, up to where the
  /// condition first fails. It must fail somewhere.
  static double largest(double holds, DoublePredicate condition) {
    double fails = 2 * holds;
    double last = holds;
    while (condition.test(fails)) {
      last = fails;
      fails *= 2;
    }
    // Mirrored, so that one loop does for both: the smallest -x for which the condition holds at x.
    return -smallest(-fails, -last, x -> condition.test(-x));
  }

  /// The smallest value in [low, high] that satisfies a condition that `high` satisfies.
  static long smallestWhole(long low, long high, LongPredicate condition) {
    long first = low;
    long holds = high;
    while (first < holds) {
      long middle = first + (holds - first) / 2;
      if (condition.test(middle)) {
        holds = middle;
      } else {
        first = middle + 1;
      }
    }
    return holds;
  }
}
