package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// A filter on a low-rank P̃, exact: a sum of terms S W Sᵀ and V^-½ S W Sᵀ V^½ with diagonal W,
/// over the first columns of S each. Scores = r F.
///
/// Kept factored as F = L Rᵀ: of each term L has the columns W S or V^-½ S W, and R has S or V^½ S,
/// so that one product makes scores. Inverse powers of a degree 0 are 0. Memory: R, items ·
/// (columns of all terms) floats, beside S. Immutable and safe for several threads.
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

  /// @param weights diagonal of W, one for each column used
  /// @param normalised whether it stands between V^-½ and V^½
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Term(float[] weights, boolean normalised) {}

  private final DenseMatrix basis;
  private final float[] inverseRoots;
  private final List<Term> terms;
  private final PackedMatrix right;

  private FactorFilter(DenseMatrix basis, long[] itemDegrees, List<Term> terms) {
    this.basis = basis;
    this.terms = terms;
    this.inverseRoots = new float[basis.rows()];
    int depth = terms.stream().mapToInt(term -> term.weights.length).sum();
    int k = basis.columns();
    float[] s = basis.data();
    DenseMatrix scaled = DenseMatrix.zeros(basis.rows(), depth);
    for (int item = 0; item < basis.rows(); item++) {
      double root = Math.sqrt((double) itemDegrees[item]);
      inverseRoots[item] = root == 0 ? 0 : (float) (1 / root);
      int at = item * depth;
      for (Term term : terms) {
        float scale = term.normalised ? (float) root : 1;
        for (int c = 0; c < term.weights.length; c++) {
          scaled.data()[at + c] = scale * s[item * k + c];
        }
        at += term.weights.length;
      }
    }
    this.right = PackedMatrix.of(scaled);
  }

  /// GF-CF [Shen 2021]: F = S Λ Sᵀ + γ V^-½ S_q S_qᵀ V^½ with q = [SpectralFactors#idealRank()].
  ///
  /// @param gamma weight of the ideal low-pass filter, finite and at least 0
  public static FactorFilter gfCf(SpectralFactors factors, double gamma) {
    checkWeight("gamma", gamma);
    Term low = new Term(factors.lambda(), false);
    Term ideal = new Term(constant(factors.idealRank(), gamma), true);
    return new FactorFilter(
        factors.basis(), factors.itemDegrees(), gamma == 0 ? List.of(low) : List.of(low, ideal));
  }

  /// The spectral filter alone: F = V^-½ S f(Λ) Sᵀ V^½, without P̃ (docs/algorithms.md).
  public static FactorFilter spectral(SpectralFactors factors, Response response) {
    float[] weights = factors.lambda();
    for (int c = 0; c < weights.length; c++) {
      weights[c] =
          switch (response) {
            case FLAT -> 1;
            case ROOT -> (float) Math.sqrt((double) weights[c]);
          };
    }
    return new FactorFilter(
        factors.basis(), factors.itemDegrees(), List.of(new Term(weights, true)));
  }

  /// The ideal low-pass filter F_IDL = V^-½ S Sᵀ V^½ [Shen 2021], times a weight.
  ///
  /// @param basis S, orthonormal columns (not checked), shape [items × k]
  /// @param itemDegrees V, shape [items]
  /// @param weight finite and at least 0
  static FactorFilter idealLowPass(DenseMatrix basis, long[] itemDegrees, double weight) {
    checkWeight("weight", weight);
    return new FactorFilter(
        basis, itemDegrees, List.of(new Term(constant(basis.columns(), weight), true)));
  }

  private static void checkWeight(String name, double weight) {
    if (!(weight >= 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException(name + " must be finite and at least 0: " + weight);
    }
  }

  private static float[] constant(int length, double value) {
    float[] weights = new float[length];
    Arrays.fill(weights, (float) value);
    return weights;
  }

  @Override
  public int items() {
    return basis.rows();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    Histories.check(histories, items());
    int depth = right.columns();
    DenseMatrix left = DenseMatrix.zeros(histories.length, depth);
    for (int user = 0; user < histories.length; user++) {
      for (int item : histories[user]) {
        addLeftRow(item, left.data(), user * depth);
      }
    }
    return right.multiply(left);
  }

  private void addLeftRow(int item, float[] out, int from) {
    float[] s = basis.data();
    int row = item * basis.columns();
    int at = from;
    for (Term term : terms) {
      float[] weights = term.weights;
      float scale = term.normalised ? inverseRoots[item] : 1;
      for (int c = 0; c < weights.length; c++) {
        out[at + c] = Math.fma(scale * weights[c], s[row + c], out[at + c]);
      }
      at += weights.length;
    }
  }
}
