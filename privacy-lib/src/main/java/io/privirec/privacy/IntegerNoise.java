package io.privirec.privacy;

import io.privirec.privacy.sampling.Variance;
import java.util.function.LongToDoubleFunction;

/// A symmetric distribution on the integers whose logarithm is concave, with exact privacy of one
/// number to which it is added. What samplers are tested against, and bounds are compared with.
///
/// All sums are of positive terms; δ sums p(k) - exp(ε) p(k + s) over the half-line on which it is
/// positive, as p(k)·(1 - exp(ε - loss)).
public final class IntegerNoise {
  /// Terms below this part of a sum are left out; they fall faster than geometrically.
  private static final double NEGLIGIBLE = 1e-19;

  private final LongToDoubleFunction logOfMass;
  private final long furthest;

  private IntegerNoise(LongToDoubleFunction logOfMass, long furthest) {
    this.logOfMass = logOfMass;
    this.furthest = furthest;
  }

  /// P(k) ∝ exp(-k²/(2σ²)).
  public static IntegerNoise discreteGaussian(Variance variance) {
    double sigma2 = (double) variance.numerator() / variance.denominator();
    double logOfTotal = logOfTheta(sigma2);
    return new IntegerNoise(
        k -> -((double) k * k) / (2 * sigma2) - logOfTotal, furthest(Math.sqrt(sigma2)));
  }

  /// P(k) = exp(-μ) I_k(μ), from the ratios r_k = I_k/I_(k-1) = 1/(2k/μ + r_(k+1)): a recurrence
  /// that forgets where it started (Miller; Gautschi 1967), and all of whose terms are positive.
  ///
  /// @param mu the variance, positive and at most 2^32
  public static IntegerNoise skellam(double mu) {
    if (!(mu > 0 && mu <= 0x1p32)) {
      throw new IllegalArgumentException("mu must be in (0, 2^32]. Provided value: " + mu);
    }
    int furthest = Math.toIntExact(furthest(Math.sqrt(mu)));
    double[] logs = new double[furthest + 1];
    double ratio = 0;
    for (int k = furthest; k > 0; k--) {
      ratio = 1 / (2 * k / mu + ratio);
      logs[k] = Math.log(ratio);
    }
    double total = 1;
    for (int k = 1; k <= furthest; k++) {
      logs[k] += logs[k - 1];
      total += 2 * Math.exp(logs[k]);
    }
    double logOfTotal = Math.log(total);
    return new IntegerNoise(k -> logs[(int) Math.abs(k)] - logOfTotal, furthest);
  }

  /// Beyond 64 standard deviations no term matters, nor beyond 256 where those are short.
  private static long furthest(double deviation) {
    return 256 + 64 * (long) Math.ceil(deviation);
  }

  /// ln Σ exp(-k²/(2σ²)), for large σ by Poisson's summation formula.
  private static double logOfTheta(double sigma2) {
    if (sigma2 > 1) {
      double first = Math.exp(-2 * Math.PI * Math.PI * sigma2);
      return Math.log(2 * Math.PI * sigma2) / 2 + Math.log1p(2 * first);
    }
    double sum = 0;
    for (int k = 10; k > 0; k--) {
      sum += Math.exp(-k * (double) k / (2 * sigma2));
    }
    return Math.log1p(2 * sum);
  }

  /// P(k).
  public double mass(long k) {
    return Math.abs(k) > furthest ? 0 : Math.exp(logOfMass.applyAsDouble(k));
  }

  /// P(Y ≥ k), for k of at least 0.
  public double tail(long k) {
    return sum(k, furthest, this::mass);
  }

  public double variance() {
    return 2 * sum(1, furthest, k -> mass(k) * k * k);
  }

  /// The smallest δ at an ε that is not negative, for a number that a unit changes by `shift`.
  ///
  /// @param shift positive, and at most 32 standard deviations
  public double delta(double epsilon, int shift) {
    requireShift(shift);
    // The loss p(k)/p(k+s) grows with k and is above 1 from -s/2 on.
    long last = furthest - shift;
    long first = Bisection.smallestWhole(-shift, last, k -> loss(k, shift) > epsilon);
    return sum(first, last, k -> mass(k) * Math.max(0, -Math.expm1(epsilon - loss(k, shift))));
  }

  /// The smallest ε at a δ in (0, 1).
  ///
  /// @param rho of zero-concentrated privacy of the same change, from which a bracket follows
  public double epsilon(double delta, int shift, double rho) {
    PrivacyTarget.requireDelta(delta);
    if (delta(0, shift) <= delta) {
      return 0;
    }
    double bound = Conversion.MIRONOV.ofConcentrated(rho, delta).epsilon();
    return Bisection.smallest(0, bound, epsilon -> delta(epsilon, shift) <= delta);
  }

  private double loss(long k, int shift) {
    return logOfMass.applyAsDouble(k) - logOfMass.applyAsDouble(k + shift);
  }

  /// The Rényi divergence between the noise and the noise `shift` further on.
  public double renyi(double order, int shift) {
    requireShift(shift);
    double largest = Double.NEGATIVE_INFINITY;
    for (long k = shift - furthest; k <= furthest; k++) {
      largest = Math.max(largest, tilted(order, k, shift));
    }
    double sum = 0;
    for (long k = shift - furthest; k <= furthest; k++) {
      sum += Math.exp(tilted(order, k, shift) - largest);
    }
    return (largest + Math.log(sum)) / (order - 1);
  }

  private void requireShift(int shift) {
    if (shift < 1 || shift > furthest / 2) {
      throw new IllegalArgumentException(
          "shift must be in [1, %s]. Provided value: %s".formatted(furthest / 2, shift));
    }
  }

  private double tilted(double order, long k, int shift) {
    return order * logOfMass.applyAsDouble(k) + (1 - order) * logOfMass.applyAsDouble(k - shift);
  }

  /// Of terms that rise first, if at all, and then fall.
  private static double sum(long first, long last, LongToDoubleFunction term) {
    double sum = 0;
    for (long k = first; k <= last; k++) {
      double next = term.applyAsDouble(k);
      sum += next;
      if (next < NEGLIGIBLE * sum) {
        break;
      }
    }
    return sum;
  }
}
