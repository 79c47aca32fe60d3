package io.privirec.privacy;

/// Anything of which only ρ is known, such as a part of a budget.
///
/// @param rho positive and finite
public record ZeroConcentrated(double rho) implements Concentrated {
  public ZeroConcentrated {
    Positive.require("rho", rho);
  }

  @Override
  public String inWords() {
    return "zero-concentrated differential privacy with rho = %s".formatted(rho);
  }
}
