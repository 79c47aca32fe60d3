package io.privirec.privacy;

import java.util.function.DoubleUnaryOperator;

/// Integrals of smooth positive functions by the double exponential rule (Takahasi and Mori 1974):
/// places crowd towards both ends, so that steep ends do not matter.
final class Quadrature {
  private static final double STEP = 1.0 / 64;

  /// Beyond 4, places are within 1e-37 of an end.
  private static final int STEPS = 256;

  private static final double[] PLACES = new double[2 * STEPS + 1];
  private static final double[] WEIGHTS = new double[2 * STEPS + 1];

  static {
    for (int i = -STEPS; i <= STEPS; i++) {
      double s = i * STEP;
      double place = 1 / (1 + Math.exp(-Math.PI * Math.sinh(s)));
      double rest = 1 / (1 + Math.exp(Math.PI * Math.sinh(s)));
      PLACES[STEPS + i] = place;
      WEIGHTS[STEPS + i] = STEP * Math.PI * Math.cosh(s) * place * rest;
    }
  }

  private Quadrature() {}

  static double integral(DoubleUnaryOperator function, double from, double to) {
    double sum = 0;
    for (int i = 0; i < PLACES.length; i++) {
      sum += WEIGHTS[i] * function.applyAsDouble(from + (to - from) * PLACES[i]);
    }
    return (to - from) * sum;
  }
}
