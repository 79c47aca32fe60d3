package io.privirec.privacy;

import java.util.function.DoubleUnaryOperator;

/// How a Rényi divergence of order α becomes ε at a given δ. Logarithms are natural.
public enum Conversion {
  /// Canonne, Kamath, Steinke 2020 (arXiv 2004.00010), Proposition 12, also Balle et al. 2020: what
  /// claims use.
  CKS {
    @Override
    public double epsilon(double order, double renyi, double delta) {
      PrivacyTarget.requireDelta(delta);
      double above = requireOrder(order) - 1;
      return atLeastZero(
          renyi - Math.log1p(1 / above) - (Math.log(delta) + Math.log1p(above)) / above);
    }

    // The derivative of what is minimised is ρ + ln(δα)/(α-1)², so its only zero is that of the
    // increasing function ρ(α-1)² + ln(δα): negative at α = 1, positive at 1 + sqrt(ln(1/δ)/ρ).
    @Override
    RenyiBound ofPositive(double rho, double delta) {
      double logOfDelta = Math.log(delta);
      double above =
          Bisection.smallest(
              0,
              Math.sqrt(-logOfDelta / rho),
              x -> rho * x * x + (logOfDelta + Math.log1p(x)) >= 0);
      double order = atLeastNextToOne(1 + above);
      return new RenyiBound(epsilon(order, rho * order, delta), order);
    }

    // Mironov's ρ is the lower end of the bracket, because this conversion never gives more.
    @Override
    public double rho(PrivacyTarget target) {
      return Bisection.largest(
          MIRONOV.rho(target),
          rho -> ofPositive(rho, target.delta()).epsilon() <= target.epsilon());
    }
  },

  /// Mironov 2017, Proposition 3: what the papers of before 2020 print.
  MIRONOV {
    @Override
    public double epsilon(double order, double renyi, double delta) {
      PrivacyTarget.requireDelta(delta);
      return renyi - Math.log(delta) / (requireOrder(order) - 1);
    }

    @Override
    RenyiBound ofPositive(double rho, double delta) {
      double logs = -Math.log(delta);
      return new RenyiBound(
          rho + 2 * Math.sqrt(rho * logs), atLeastNextToOne(1 + Math.sqrt(logs / rho)));
    }

    // (sqrt(L + ε) - sqrt(L))², L = ln(1/δ), without the difference.
    @Override
    public double rho(PrivacyTarget target) {
      double logs = -Math.log(target.delta());
      double root = target.epsilon() / (Math.sqrt(logs + target.epsilon()) + Math.sqrt(logs));
      return root * root;
    }
  };

  /// ε from the divergence of one order.
  ///
  /// @param order α > 1
  /// @param renyi divergence of that order, not negative
  /// @param delta in (0, 1)
  public abstract double epsilon(double order, double renyi, double delta);

  /// The largest ρ of zero-concentrated privacy that stays within a target.
  public abstract double rho(PrivacyTarget target);

  abstract RenyiBound ofPositive(double rho, double delta);

  /// ε of ρ-zero-concentrated privacy (a divergence of at most ρα at every order α > 1): the
  /// smallest over all orders.
  ///
  /// @param rho not negative
  /// @param delta in (0, 1)
  public RenyiBound ofConcentrated(double rho, double delta) {
    PrivacyTarget.requireDelta(delta);
    if (!(rho >= 0)) {
      throw new IllegalArgumentException("rho must not be negative. Provided value: " + rho);
    }
    if (rho == 0) {
      return new RenyiBound(0, Double.POSITIVE_INFINITY);
    }
    return Double.isInfinite(rho) ? new RenyiBound(rho, 1) : ofPositive(rho, delta);
  }

  /// The smallest ε over given orders.
  ///
  /// @param renyi the divergence of each order
  public RenyiBound ofOrders(double[] orders, DoubleUnaryOperator renyi, double delta) {
    RenyiBound best = new RenyiBound(Double.POSITIVE_INFINITY, Double.NaN);
    for (double order : orders) {
      double epsilon = epsilon(order, renyi.applyAsDouble(order), delta);
      if (epsilon < best.epsilon()) {
        best = new RenyiBound(epsilon, order);
      }
    }
    return best;
  }

  /// With a δ next to 1, the best order is nearer to 1 than any other number is.
  private static double atLeastNextToOne(double order) {
    return Math.max(order, Math.nextUp(1.0));
  }

  private static double requireOrder(double order) {
    if (!(order > 1)) {
      throw new IllegalArgumentException("order must be above 1. Provided value: " + order);
    }
    return order;
  }

  private static double atLeastZero(double epsilon) {
    return Math.max(0, epsilon);
  }
}
