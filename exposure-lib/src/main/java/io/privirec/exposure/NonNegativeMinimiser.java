package io.privirec.exposure;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;

/// Minimises a smooth function of many numbers x ≥ 0, by projected L-BFGS.
///
/// Each step uses the curvature of the last steps ([Nocedal 1980]). Numbers at 0 whose gradient is
/// positive stay at 0 during the step (two-metric projection [Bertsekas 1982]).
final class NonNegativeMinimiser {
  private static final int REMEMBERED = 10;

  /// Sufficient decrease of the line search.
  private static final double DECREASE = 1e-4;

  private static final double SHORTER = 0.3;
  private static final double SHORTEST = 1e-10;

  /// Length of the first step, relative to x.
  private static final double FIRST = 0.01;

  /// Steps over which the function must decrease, and the part by which it must.
  private static final int PATIENCE = 20;

  private static final double LEAST_PROGRESS = 0.02;

  /// A function and its gradient.
  @FunctionalInterface
  interface Function {
    /// Computes the function.
    ///
    /// @param x not modified
    /// @param gradient overwritten
    double at(double[] x, double[] gradient);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Step(double[] x, double[] gradient, double product) {}

  private final Function function;
  private final Deque<Step> steps = new ArrayDeque<>();
  private double[] x;
  private double[] gradient;
  private double value;

  private NonNegativeMinimiser(Function function, double[] start) {
    this.function = function;
    this.x = start.clone();
    this.gradient = new double[x.length];
    this.value = function.at(x, gradient);
  }

  /// Minimises until the function decreases by less than 2 % in 20 steps.
  ///
  /// @param start numbers of at least 0
  /// @param most steps
  /// @param enough value at which to stop
  /// @return x, a fresh array
  static double[] minimise(
      Function function, double[] start, int most, double enough, Deadline deadline) {
    NonNegativeMinimiser minimiser = new NonNegativeMinimiser(function, start);
    double before = minimiser.value;
    for (int step = 1; step <= most && minimiser.value > enough; step++) {
      if (deadline.isReached() || !minimiser.step()) {
        break;
      }
      if (step % PATIENCE == 0) {
        if (minimiser.value > before * (1 - LEAST_PROGRESS)) {
          break;
        }
        before = minimiser.value;
      }
    }
    return minimiser.x;
  }

  /// Makes one step.
  ///
  /// @return whether the function decreased
  private boolean step() {
    double[] direction = direction();
    double[] next = new double[x.length];
    double[] nextGradient = new double[x.length];
    double length = 1;
    while (true) {
      double slope = 0;
      for (int n = 0; n < x.length; n++) {
        next[n] = Math.max(0, x[n] + length * direction[n]);
        slope += gradient[n] * (next[n] - x[n]);
      }
      double found = function.at(next, nextGradient);
      if (found <= value + DECREASE * slope) {
        remember(next, nextGradient);
        x = next;
        gradient = nextGradient;
        value = found;
        return true;
      }
      length *= SHORTER;
      if (length < SHORTEST) {
        if (steps.isEmpty()) {
          return false;
        }
        steps.clear();
        direction = direction();
        length = 1;
      }
    }
  }

  private void remember(double[] next, double[] nextGradient) {
    double[] change = new double[x.length];
    double[] bend = new double[x.length];
    for (int n = 0; n < x.length; n++) {
      change[n] = next[n] - x[n];
      bend[n] = nextGradient[n] - gradient[n];
    }
    double product = dot(change, bend);
    if (product > 1e-12 * Math.sqrt(dot(change, change) * dot(bend, bend))) {
      steps.addLast(new Step(change, bend, product));
      if (steps.size() > REMEMBERED) {
        steps.removeFirst();
      }
    }
  }

  /// The direction of descent, 0 for numbers that stay at 0.
  private double[] direction() {
    boolean[] stays = new boolean[x.length];
    double[] descent = gradient.clone();
    for (int n = 0; n < x.length; n++) {
      stays[n] = x[n] <= 0 && gradient[n] > 0;
      descent[n] = stays[n] ? 0 : gradient[n];
    }
    double[] direction = descent.clone();
    double[] factors = new double[steps.size()];
    int at = steps.size();
    for (Iterator<Step> latest = steps.descendingIterator(); latest.hasNext(); ) {
      Step step = latest.next();
      factors[--at] = dot(step.x(), direction) / step.product();
      add(-factors[at], step.gradient(), direction);
    }
    double scale =
        steps.isEmpty()
            ? FIRST * Math.sqrt(dot(x, x) / Math.max(dot(descent, descent), Double.MIN_NORMAL))
            : steps.getLast().product()
                / dot(steps.getLast().gradient(), steps.getLast().gradient());
    for (int n = 0; n < direction.length; n++) {
      direction[n] *= scale;
    }
    for (Step step : steps) {
      double factor = factors[at] - dot(step.gradient(), direction) / step.product();
      add(factor, step.x(), direction);
      at++;
    }
    for (int n = 0; n < direction.length; n++) {
      direction[n] = stays[n] ? 0 : -direction[n];
    }
    if (dot(direction, descent) < 0) {
      return direction;
    }
    steps.clear();
    double steepest = FIRST * Math.sqrt(dot(x, x) / Math.max(dot(descent, descent), 1e-300));
    return Arrays.stream(descent).map(each -> -steepest * each).toArray();
  }

  private static double dot(double[] one, double[] other) {
    double sum = 0;
    for (int n = 0; n < one.length; n++) {
      sum += one[n] * other[n];
    }
    return sum;
  }

  private static void add(double factor, double[] one, double[] to) {
    for (int n = 0; n < one.length; n++) {
      to[n] += factor * one[n];
    }
  }
}
