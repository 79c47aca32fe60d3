package io.privirec.filter.graph;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.matrix.TallProducts;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/// A filter on a low-rank P̃ = S Λ Sᵀ, exact and factored: F = L Rᵀ, scores = r F.
///
/// L and R are put together of the columns of S and of V^∓½ S, each with a weight. Inverse powers
/// of a degree 0 are 0. Memory: L and R, items · columns floats each. Immutable and safe for
/// several threads.
public final class FactorFilter implements ItemFilter {
  /// What the spectral filter does with an eigenvalue.
  public enum Response {
    /// 1: every direction counts the same.
    FLAT,
    /// √λ.
    ROOT;

    /// The name in the API.
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final DenseMatrix left;
  private final PackedMatrix right;
  private final List<SymmetricTerm> symmetricTerms;

  /// @param left L, shape [items × depth]; shared, not a copy
  /// @param right R, of the same shape
  FactorFilter(DenseMatrix left, DenseMatrix right) {
    this(left, right, List.of());
  }

  private FactorFilter(DenseMatrix left, DenseMatrix right, List<SymmetricTerm> symmetricTerms) {
    this.left = left;
    this.right = PackedMatrix.of(right);
    this.symmetricTerms = symmetricTerms;
  }

  /// GF-CF [Shen 2021]: F = S Λ Sᵀ + γ V^-½ S_q S_qᵀ V^½ with q = [SpectralFactors#idealRank()].
  ///
  /// @param gamma weight of the ideal low-pass filter, finite and at least 0
  public static FactorFilter gfCf(SpectralFactors factors, double gamma) {
    checkWeight("gamma", gamma);
    return withIdeal(factors, factors.lambda(), gamma, new double[0]);
  }

  /// A polynomial of P̃, itself without a constant term: F = S f(Λ) Sᵀ.
  ///
  /// @param response f(λ) of each eigenvalue, shape [k]
  static FactorFilter polynomial(SpectralFactors factors, float[] response) {
    return withIdeal(factors, response, 0, new double[0]);
  }

  /// F = S W Sᵀ + γ V^-½ S_q S_qᵀ V^½ + V^-½ S_q (S_qᵀ V^½ S) D Sᵀ.
  ///
  /// @param weights W
  /// @param mixed D; empty for 0
  static FactorFilter withIdeal(
      SpectralFactors factors, float[] weights, double gamma, double[] mixed) {
    DenseMatrix s = factors.basis();
    int k = s.columns();
    int q = gamma == 0 ? 0 : factors.idealRank();
    long[] degrees = factors.itemDegrees();
    DenseMatrix left = DenseMatrix.zeros(s.rows(), k + q);
    DenseMatrix right = DenseMatrix.zeros(s.rows(), k + q);
    put(s, 1, weights, degrees, 0, left, 0);
    put(s, 1, ones(k), degrees, 0, right, 0);
    put(s, gamma, ones(q), degrees, -.5, left, k);
    put(s, 1, ones(q), degrees, .5, right, k);
    if (Arrays.stream(mixed).anyMatch(each -> each != 0)) {
      addMixed(factors, mixed, left);
      return new FactorFilter(left, right);
    }
    List<SymmetricTerm> terms = new ArrayList<>();
    terms.add(term(s, weights, degrees, 1, 0));
    if (q > 0) {
      terms.add(term(s, ones(q), degrees, gamma, .5));
    }
    return new FactorFilter(left, right, onlySymmetric(terms));
  }

  /// Adds V^-½ S_q (S_qᵀ V^½ S) D to the first k columns.
  private static void addMixed(SpectralFactors factors, double[] mixed, DenseMatrix left) {
    DenseMatrix s = factors.basis();
    int k = s.columns();
    int q = factors.idealRank();
    long[] degrees = factors.itemDegrees();
    DenseMatrix scaled = DenseMatrix.zeros(s.rows(), k);
    put(s, 1, ones(k), degrees, .5, scaled, 0);
    double[] cross = TallProducts.cross(scaled, s);
    DenseMatrix byColumn = DenseMatrix.zeros(k, q);
    for (int row = 0; row < q; row++) {
      for (int c = 0; c < k; c++) {
        byColumn.data()[c * q + row] = (float) (cross[row * k + c] * mixed[c]);
      }
    }
    DenseMatrix ideal = DenseMatrix.zeros(s.rows(), q);
    put(s, 1, ones(q), degrees, -.5, ideal, 0);
    DenseMatrix product = PackedMatrix.of(byColumn).multiply(ideal);
    for (int item = 0; item < s.rows(); item++) {
      for (int c = 0; c < k; c++) {
        left.data()[item * left.columns() + c] += product.data()[item * k + c];
      }
    }
  }

  /// The spectral filter alone: F = V^-½ S f(Λ) Sᵀ V^½, without P̃ (docs/algorithms.md).
  public static FactorFilter spectral(SpectralFactors factors, Response response) {
    float[] weights = factors.lambda();
    for (int c = 0; c < weights.length; c++) {
      weights[c] =
          switch (response) {
            // Where a product lost a direction the basis has some other one.
            case FLAT -> weights[c] > 0 ? 1 : 0;
            case ROOT -> (float) Math.sqrt((double) weights[c]);
          };
    }
    return normalised(factors.basis(), factors.itemDegrees(), 1, weights);
  }

  /// The ideal low-pass filter F_IDL = V^-½ S Sᵀ V^½ [Shen 2021], times a weight.
  ///
  /// @param basis S, orthonormal columns (not checked), shape [items × k]
  /// @param itemDegrees V, shape [items]
  /// @param weight finite and at least 0
  static FactorFilter idealLowPass(DenseMatrix basis, long[] itemDegrees, double weight) {
    checkWeight("weight", weight);
    return normalised(basis, itemDegrees, weight, ones(basis.columns()));
  }

  private static FactorFilter normalised(
      DenseMatrix basis, long[] itemDegrees, double factor, float[] weights) {
    int k = basis.columns();
    DenseMatrix left = DenseMatrix.zeros(basis.rows(), k);
    DenseMatrix right = DenseMatrix.zeros(basis.rows(), k);
    put(basis, factor, weights, itemDegrees, -.5, left, 0);
    put(basis, 1, ones(k), itemDegrees, .5, right, 0);
    return new FactorFilter(
        left, right, onlySymmetric(List.of(term(basis, weights, itemDegrees, factor, .5))));
  }

  /// The term factor · V^-power B W Bᵀ V^power.
  private static SymmetricTerm term(
      DenseMatrix basis, float[] weights, long[] degrees, double factor, double power) {
    float[] left = new float[degrees.length];
    float[] right = new float[degrees.length];
    for (int item = 0; item < degrees.length; item++) {
      left[item] = (float) scale(factor, degrees[item], -power);
      right[item] = (float) scale(1, degrees[item], power);
    }
    return new SymmetricTerm(basis, weights, left, right);
  }

  /// A negative weight has no root: then there are no symmetric terms.
  private static List<SymmetricTerm> onlySymmetric(List<SymmetricTerm> terms) {
    for (SymmetricTerm term : terms) {
      for (float weight : term.weights()) {
        if (!(weight >= 0)) {
          return List.of();
        }
      }
    }
    return List.copyOf(terms);
  }

  private static void checkWeight(String name, double weight) {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(name + " must be finite and at least 0: " + weight);
    }
  }

  private static float[] ones(int length) {
    float[] weights = new float[length];
    Arrays.fill(weights, 1);
    return weights;
  }

  /// Puts factor · V^power S_q W into columns `at` and following, where q is the length of W.
  private static void put(
      DenseMatrix s,
      double factor,
      float[] weights,
      long[] degrees,
      double power,
      DenseMatrix to,
      int at) {
    for (int item = 0; item < s.rows(); item++) {
      double scale = scale(factor, degrees[item], power);
      int from = item * s.columns();
      int first = item * to.columns() + at;
      for (int c = 0; c < weights.length; c++) {
        to.data()[first + c] = (float) (scale * weights[c]) * s.data()[from + c];
      }
    }
  }

  private static double scale(double factor, long degree, double power) {
    if (power == 0) {
      return factor;
    }
    return factor * (degree == 0 ? 0 : Math.pow((double) degree, power));
  }

  /// What F is the sum of, up to rounding; empty where some of it is not symmetric.
  List<SymmetricTerm> symmetricTerms() {
    return symmetricTerms;
  }

  /// L; shared, not a copy.
  DenseMatrix left() {
    return left;
  }

  /// R, packed.
  PackedMatrix right() {
    return right;
  }

  @Override
  public int items() {
    return left.rows();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    Histories.check(histories, items());
    float[][] weights = new float[histories.length][];
    for (int user = 0; user < histories.length; user++) {
      weights[user] = ones(histories[user].length);
    }
    DenseMatrix scores = DenseMatrix.zeros(histories.length, items());
    scoreInto(histories, weights, scores);
    return scores;
  }

  /// Scores of several users whose items have weights, on all cores. What a user's scores are does
  /// not depend on who else is in the batch, bit for bit, and weights of 1 give those of
  /// [#scoreBatch].
  ///
  /// @param histories item indices of each user, ascending and unique
  /// @param weights one for each of them
  /// @param scores overwritten, shape [n × items]; rows beyond the histories become 0
  public void scoreInto(int[][] histories, float[][] weights, DenseMatrix scores) {
    Histories.check(histories, items());
    int depth = left.columns();
    DenseMatrix sums = DenseMatrix.zeros(scores.rows(), depth);
    for (int user = 0; user < histories.length; user++) {
      for (int n = 0; n < histories[user].length; n++) {
        int from = histories[user][n] * depth;
        Axpy.add(weights[user][n], left.data(), from, sums.data(), user * depth, depth);
      }
    }
    right.multiplyInto(sums, scores);
  }

  /// F_ij, to the bit what the history of item i alone scores item j.
  public float entry(int i, int j) {
    return right.dot(left.data(), Objects.checkIndex(i, items()) * left.columns(), j);
  }
}
