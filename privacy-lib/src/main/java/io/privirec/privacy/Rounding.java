package io.privirec.privacy;

/// How real vectors of bounded norm become integers, and what that does to their norm: Kairouz,
/// Liu, Steinke 2021 (arXiv 2102.06387), Theorem 1. Values are divided by the granularity, then
/// rounded up or down by unbiased coins, again and again until the norm is within [#sensitivity()].
///
/// @param clip bound of the L2 norm before, positive
/// @param granularity the step of the grid, positive
/// @param beta a rounding is within the bound with probability 1 - β at least; in [0, 1), where 0
///   bounds every rounding
/// @param dimension elements, after padding where vectors are rotated
public record Rounding(double clip, double granularity, double beta, long dimension) {
  /// β = exp(-1/2), which is what TensorFlow Federated uses.
  public static final double DEFAULT_BETA = Math.exp(-.5);

  public Rounding {
    Positive.require("clip", clip);
    Positive.require("granularity", granularity);
    if (!(beta >= 0 && beta < 1)) {
      throw new IllegalArgumentException("beta must be in [0, 1). Provided value: " + beta);
    }
    if (dimension < 1) {
      throw new IllegalArgumentException(
          "dimension must be at least 1. Provided value: " + dimension);
    }
  }

  /// Norms of the integers of one unit that is added or removed.
  public IntegerSensitivity sensitivity() {
    double scaled = clip / granularity;
    double root = Math.sqrt((double) dimension);
    double always = scaled + root;
    double mostly =
        Math.sqrt(
            scaled * scaled
                + .25 * dimension
                + Math.sqrt(-2 * Math.log(beta)) * (scaled + root / 2));
    return IntegerSensitivity.ofIntegers(Math.min(always, mostly), dimension);
  }

  /// Refuses a grid on which rounding adds more than a few percent to the norm.
  ///
  /// @throws PrivacyRefusal.GranularityTooCoarse if the granularity is above clip / (5
  ///   sqrt(dimension))
  public void requireFineEnough() {
    double limit = clip / (5 * Math.sqrt((double) dimension));
    if (granularity > limit) {
      throw new PrivacyRefusal.GranularityTooCoarse(granularity, limit);
    }
  }
}
