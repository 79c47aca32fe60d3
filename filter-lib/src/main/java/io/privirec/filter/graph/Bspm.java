package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Blurring-sharpening process models [Choi et al. 2023].
///
/// Blurring is b = r P̃ (one Euler step over time 1), the ideal low-pass part f = r F_IDL.
/// Sharpening follows dy/dt = −y P̃ over the time T_s in K_s steps of one solver: on this linear
/// equation every fourth-order Runge–Kutta rule is the polynomial Σ_{j ≤ 4} (−h P̃)^j / j! with h =
/// T_s / K_s, and with h = 2.5 that polynomial, far from the exponential, **is** the method.
///
/// - early merge: sharpening starts from b + β f; its end is the answer;
/// - late merge: it starts from b; β f is added to its end.
///
/// With `pointCombination` the mean of b and all K_s sharpened points takes the place of the end: b
/// without an ideal part, also when merging early.
///
/// Cost of a batch of n histories: one product P̃ X with n columns for every Euler step, four for
/// every Runge–Kutta step. Immutable and safe for several threads.
public final class Bspm implements ItemFilter {
  /// How one sharpening step is made.
  public enum Solver {
    EULER(1),
    RK4(4);

    private final int order;

    Solver(int order) {
      this.order = order;
    }

    /// The name in the API.
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// When the ideal low-pass part comes in.
  public enum Merge {
    EARLY,
    LATE;

    /// The name in the API.
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// The published parameters.
  ///
  /// @param steps K_s, in [1, [#MAX_STEPS]]
  /// @param time T_s, positive; not so long that the solver's polynomial leaves ±[#MAX_GROWTH] on
  ///   an eigenvalue of P̃, which are all in [0, 1]: entries of the filter are half floats
  /// @param beta weight of the ideal low-pass part, in [0, [#MAX_BETA]]
  public record Settings(
      Merge merge, Solver solver, int steps, double time, double beta, boolean pointCombination) {
    public static final int MAX_STEPS = 100;
    public static final double MAX_GROWTH = 100;
    public static final double MAX_BETA = 100;

    private static final int SAMPLES = 64;

    public Settings {
      require(steps >= 1 && steps <= MAX_STEPS, "steps must be in [1, %d]", MAX_STEPS, steps);
      require(beta >= 0 && beta <= MAX_BETA, "beta must be in [0, %s]", MAX_BETA, beta);
      require(time > 0 && time < Double.POSITIVE_INFINITY, "time must be positive", "", time);
      double growth = 0;
      for (int n = 1; n <= SAMPLES; n++) {
        double h = time / steps;
        growth = Math.max(growth, Math.abs(Math.pow(step(solver, h, n / (double) SAMPLES), steps)));
      }
      require(
          growth <= MAX_GROWTH,
          "time must be short enough for steps: what it makes of P̃ must stay within ±%s",
          MAX_GROWTH,
          time);
    }

    private static void require(boolean condition, String range, Object bound, Object provided) {
      if (!condition) {
        throw new IllegalArgumentException(range.formatted(bound) + ". Provided: " + provided);
      }
    }

    /// Response of the blurred part r P̃ to an eigenvector of P̃, with the blurring.
    double blurredResponse(double lambda) {
      return lambda * (pointCombination ? (1 + points(lambda)) / (1 + steps) : end(lambda));
    }

    /// Response of the ideal part r F_IDL to an eigenvector of P̃, without β.
    double idealResponse(double lambda) {
      return switch (merge) {
        case LATE -> 1;
        case EARLY -> pointCombination ? points(lambda) / (1 + steps) : end(lambda);
      };
    }

    private double end(double lambda) {
      return Math.pow(step(lambda), steps);
    }

    /// The sum of all sharpened points.
    private double points(double lambda) {
      double point = 1;
      double sum = 0;
      for (int n = 0; n < steps; n++) {
        point *= step(lambda);
        sum += point;
      }
      return sum;
    }

    /// Σ_{j ≤ order} (−h λ)^j / j!.
    private double step(double lambda) {
      return step(solver, time / steps, lambda);
    }

    private static double step(Solver solver, double h, double lambda) {
      double term = 1;
      double sum = 1;
      for (int j = 1; j <= solver.order; j++) {
        term *= -h * lambda / j;
        sum += term;
      }
      return sum;
    }
  }

  private final ItemGram gram;
  private final GramProduct product;
  private final FactorFilter ideal;
  private final Settings settings;

  /// Makes the model.
  ///
  /// @param gram P̃ for α = ½
  /// @param product multiplies by the same P̃
  /// @param basis S, orthonormal columns (not checked), shape [items × k]
  /// @param itemDegrees V, shape [items]
  public Bspm(
      ItemGram gram,
      GramProduct product,
      DenseMatrix basis,
      long[] itemDegrees,
      Settings settings) {
    if (basis.rows() != gram.items() || itemDegrees.length != gram.items()) {
      throw new IllegalArgumentException(
          "%s must go with as many rows and degrees. Provided: %s and %s"
              .formatted(gram, basis, itemDegrees.length));
    }
    this.gram = gram;
    this.product = product;
    this.ideal = FactorFilter.idealLowPass(basis, itemDegrees, settings.beta());
    this.settings = settings;
  }

  /// Returns the model on a low-rank P̃ = S Λ Sᵀ. Every step is a polynomial of P̃, and so is the
  /// model:
  ///
  /// F = S b(Λ) Sᵀ + β V^-½ S_q S_qᵀ V^½ (g(0) I + S (g(Λ) − g(0)) Sᵀ)
  ///
  /// with the response b of the blurred part and the response g of the ideal part.
  public static FactorFilter ofFactors(SpectralFactors factors, Settings settings) {
    float[] lambda = factors.lambda();
    float[] blurred = new float[lambda.length];
    double[] beyondConstant = new double[lambda.length];
    double constant = settings.idealResponse(0);
    for (int c = 0; c < lambda.length; c++) {
      blurred[c] = (float) settings.blurredResponse(lambda[c]);
      beyondConstant[c] = settings.beta() * (settings.idealResponse(lambda[c]) - constant);
    }
    return FactorFilter.withIdeal(factors, blurred, settings.beta() * constant, beyondConstant);
  }

  @Override
  public int items() {
    return gram.items();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    Histories.check(histories, items());
    DenseMatrix blurred = gram.score(histories).transpose();
    DenseMatrix idealPart = ideal.scoreBatch(histories).transpose();
    DenseMatrix start = settings.merge() == Merge.EARLY ? sum(blurred, 1, idealPart) : blurred;
    List<DenseMatrix> points = new ArrayList<>();
    DenseMatrix point = start;
    for (int step = 0; step < settings.steps(); step++) {
      point = sharpened(point);
      points.add(point);
    }
    DenseMatrix answer = settings.pointCombination() ? mean(blurred, points) : points.getLast();
    return (settings.merge() == Merge.LATE ? sum(answer, 1, idealPart) : answer).transpose();
  }

  /// Σ_{j ≤ order} (−h P̃)^j / j! Y.
  private DenseMatrix sharpened(DenseMatrix y) {
    double h = settings.time() / settings.steps();
    DenseMatrix end = y;
    DenseMatrix power = y;
    double factor = 1;
    for (int j = 1; j <= settings.solver().order; j++) {
      power = product.times(power);
      factor *= -h / j;
      end = sum(end, (float) factor, power);
    }
    return end;
  }

  private static DenseMatrix mean(DenseMatrix blurred, List<DenseMatrix> points) {
    DenseMatrix total = blurred;
    for (DenseMatrix point : points) {
      total = sum(total, 1, point);
    }
    float factor = 1f / (1 + points.size());
    DenseMatrix mean = DenseMatrix.zeros(total.rows(), total.columns());
    for (int n = 0; n < mean.data().length; n++) {
      mean.data()[n] = factor * total.data()[n];
    }
    return mean;
  }

  /// X + a · Y, a new matrix.
  private static DenseMatrix sum(DenseMatrix x, float a, DenseMatrix y) {
    DenseMatrix sum = DenseMatrix.zeros(x.rows(), x.columns());
    float[] left = x.data();
    float[] right = y.data();
    float[] out = sum.data();
    for (int n = 0; n < out.length; n++) {
      out[n] = left[n] + a * right[n];
    }
    return sum;
  }
}
