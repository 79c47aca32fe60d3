package io.privirec.privacy;

import java.util.function.DoubleUnaryOperator;

/// Exact privacy of Gaussian noise, and of any composition of it: telling N(0, 1) from N(μ, 1).
///
/// Balle and Wang 2018 (arXiv 1805.06530), Theorem 8; composition is Dong, Roth, Su 2019, Corollary
/// 3.3: μ² adds up. The theorem is about real numbers; noise from floating point is none, so this
/// is for analysis and no claim rests on it.
///
/// With x = ε/μ - μ/2, δ is the mean of 1 - exp(-μ(z - x)) over normal z above x. That integral is
/// computed instead of Φ(-x) - exp(ε)·Φ(-x - μ), whose terms cancel: nothing in it is negative.
///
/// @param mu sensitivity over standard deviation; not negative, finite
public record GaussianPrivacy(double mu) {
  /// Normal mass beyond is below 1e-20.
  private static final double TAIL = 9.5;

  private static final double LOG_SQRT_2_PI = Math.log(2 * Math.PI) / 2;

  public GaussianPrivacy {
    if (!(mu >= 0) || Double.isInfinite(mu)) {
      throw new IllegalArgumentException(
          "mu must be finite and not negative. Provided value: " + mu);
    }
  }

  /// The smallest noise multiplier (standard deviation over sensitivity) of one release that stays
  /// within a target; within T releases it is sqrt(T) times that.
  ///
  /// Exact privacy is not worse than Mironov's bound, so μ = sqrt(2ρ) of that bound begins the
  /// bracket.
  public static double noiseMultiplier(PrivacyTarget target) {
    double logOfDelta = Math.log(target.delta());
    double mu =
        Bisection.largest(
            Math.sqrt(2 * Conversion.MIRONOV.rho(target)),
            m -> new GaussianPrivacy(m).logDelta(target.epsilon()) <= logOfDelta);
    return 1 / mu;
  }

  /// The smallest δ at an ε that is not negative.
  public double delta(double epsilon) {
    return Math.exp(logDelta(epsilon));
  }

  /// The smallest ε at a δ in (0, 1).
  public double epsilon(double delta) {
    PrivacyTarget.requireDelta(delta);
    double logOfDelta = Math.log(delta);
    if (logDelta(0) <= logOfDelta) {
      return 0;
    }
    double bound = Conversion.MIRONOV.ofConcentrated(mu * mu / 2, delta).epsilon();
    return Bisection.smallest(0, bound, epsilon -> logDelta(epsilon) <= logOfDelta);
  }

  /// In logarithms, so that δ below the smallest double is told apart, too.
  private double logDelta(double epsilon) {
    if (!(epsilon >= 0)) {
      throw new PrivacyRefusal.EpsilonOutOfRange(epsilon);
    }
    if (mu == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    double x = epsilon / mu - mu / 2;
    if (x < 0) {
      DoubleUnaryOperator density = t -> Math.exp(-(x + t) * (x + t) / 2) * -Math.expm1(-mu * t);
      double from = Math.max(0, -x - TAIL);
      return Math.log(Quadrature.integral(density, from, TAIL - x)) - LOG_SQRT_2_PI;
    }
    // exp(-x²/2) is taken out, and what is left has fallen by as much as at TAIL for x = 0.
    DoubleUnaryOperator density = t -> Math.exp(-t * (x + t / 2)) * -Math.expm1(-mu * t);
    double to = TAIL * TAIL / (x + Math.hypot(x, TAIL));
    return Math.log(Quadrature.integral(density, 0, to)) - x * x / 2 - LOG_SQRT_2_PI;
  }
}
