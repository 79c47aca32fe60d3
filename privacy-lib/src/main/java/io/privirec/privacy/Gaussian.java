package io.privirec.privacy;

/// Gaussian noise of real numbers: for the analysis of published algorithms. There is no sampler of
/// it here, and no claim.
///
/// @param noiseMultiplier standard deviation over L2 sensitivity, positive
public record Gaussian(double noiseMultiplier) implements Concentrated {
  public Gaussian {
    Positive.require("noise multiplier", noiseMultiplier);
  }

  @Override
  public double rho() {
    return 1 / (2 * noiseMultiplier * noiseMultiplier);
  }

  @Override
  public String inWords() {
    return "Gaussian noise of %s times the sensitivity".formatted(noiseMultiplier);
  }
}
