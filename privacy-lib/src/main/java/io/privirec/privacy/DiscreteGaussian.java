package io.privirec.privacy;

import io.privirec.privacy.sampling.Variance;

/// Discrete Gaussian noise that one trusted process adds to integers it has in the clear: the
/// central view. Canonne, Kamath, Steinke 2020, Theorem 4, for vectors of any length.
///
/// @param sensitivity L2, in units of the integers; positive
/// @param variance of the noise of each element
public record DiscreteGaussian(double sensitivity, Variance variance) implements Concentrated {
  public DiscreteGaussian {
    Positive.require("sensitivity", sensitivity);
  }

  @Override
  public double rho() {
    return sensitivity * sensitivity / 2 * variance.denominator() / variance.numerator();
  }

  @Override
  public String inWords() {
    return "discrete Gaussian noise of variance %s, sensitivity %s, added by one process"
        .formatted(variance, sensitivity);
  }
}
