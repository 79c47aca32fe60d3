package io.privirec.privacy;

/// Rényi divergence between shifted sums of discrete Gaussians: Kairouz, Liu, Steinke 2021,
/// Proposition 14, for any local variance. Terms are bounds for one element's distance τ from a
/// discrete Gaussian, summed in three ways of which the smallest counts.
///
/// @param rho of the two ways that are proportional to the order
/// @param slope of the third, which is slope · order + offset
record SumDivergence(double tau, double rho, double slope, double offset) {

  static SumDivergence of(
      int honest, double localVariance, IntegerSensitivity sensitivity, long dimension) {
    double tau = tau(honest, localVariance);
    double deviation = Math.sqrt(honest * localVariance);
    double l2 = sensitivity.l2() / deviation;
    double l1 = sensitivity.l1() / deviation;
    double byL1 = l2 * l2 + 2 * l1 * tau + tau * tau * dimension;
    double byL2 = l2 + tau * Math.sqrt((double) dimension);
    return new SumDivergence(tau, Math.min(byL1, byL2 * byL2) / 2, l2 * l2 / 2, tau * dimension);
  }

  double renyi(double order) {
    return Math.min(rho * order, slope * order + offset);
  }

  /// τ = 10 Σ exp(-2π²σ² k/(k+1)), k from 1 to n - 1.
  private static double tau(int honest, double localVariance) {
    double sum = 0;
    for (int k = 1; k < honest; k++) {
      double term = Math.exp(-2 * Math.PI * Math.PI * localVariance * k / (k + 1));
      if ((honest - k) * term <= 1e-17 * sum) {
        break; // later ones are smaller, and all of them together do not count
      }
      sum += term;
    }
    return 10 * sum;
  }
}
