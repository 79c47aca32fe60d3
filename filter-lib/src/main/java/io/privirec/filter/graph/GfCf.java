package io.privirec.filter.graph;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.spectral.SpectralFactors;
import java.util.Arrays;

/// GF-CF [Shen 2021] on a low-rank P̃, exact: F = S Λ Sᵀ + γ V^-½ S_q S_qᵀ V^½, scores = r F.
///
/// Kept factored as F = L Rᵀ with rows L_i = [λ ⊙ S_i | γ v_i^-½ S_i,q] and R_j = [S_j | v_j^½
/// S_j,q], so that one product makes scores. Inverse powers of a degree 0 are 0. Memory: R, items ·
/// (k + q) floats, beside the factors. Immutable and safe for several threads.
public final class GfCf implements ItemFilter {
  private final SpectralFactors factors;
  private final float[] lambda;
  private final float[] ideal;
  private final int idealRank;
  private final PackedMatrix right;

  private GfCf(
      SpectralFactors factors, float[] lambda, float[] ideal, int idealRank, PackedMatrix right) {
    this.factors = factors;
    this.lambda = lambda;
    this.ideal = ideal;
    this.idealRank = idealRank;
    this.right = right;
  }

  /// Makes the filter.
  ///
  /// @param gamma weight of the ideal low-pass filter, finite and at least 0
  public static GfCf of(SpectralFactors factors, double gamma) {
    if (!(gamma >= 0) || Double.isInfinite(gamma)) {
      throw new IllegalArgumentException("gamma must be finite and at least 0: " + gamma);
    }
    int items = factors.items();
    int k = factors.rank();
    int q = gamma == 0 ? 0 : factors.idealRank();
    long[] degrees = factors.itemDegrees();
    float[] ideal = new float[items];
    float[] s = factors.basis().data();
    DenseMatrix right = DenseMatrix.zeros(items, k + q);
    for (int item = 0; item < items; item++) {
      double root = Math.sqrt((double) degrees[item]);
      ideal[item] = root == 0 ? 0 : (float) (gamma / root);
      System.arraycopy(s, item * k, right.data(), item * (k + q), k);
      for (int c = 0; c < q; c++) {
        right.data()[item * (k + q) + k + c] = (float) root * s[item * k + c];
      }
    }
    return new GfCf(factors, factors.lambda(), ideal, q, PackedMatrix.of(right));
  }

  @Override
  public int items() {
    return factors.items();
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

  /// Rows [from, from + rows) of F, overwriting `block`, on all cores.
  ///
  /// @param left scratch, shape [rows × (k + q)], see [#depth()]
  /// @param block shape [rows × items]
  void filterRows(int from, DenseMatrix left, DenseMatrix block) {
    Arrays.fill(left.data(), 0);
    for (int row = 0; row < left.rows(); row++) {
      addLeftRow(from + row, left.data(), row * left.columns());
    }
    right.multiplyInto(left, block);
  }

  /// Columns of L and R: k + q.
  int depth() {
    return right.columns();
  }

  private void addLeftRow(int item, float[] out, int at) {
    float[] s = factors.basis().data();
    int k = lambda.length;
    for (int c = 0; c < k; c++) {
      out[at + c] = Math.fma(lambda[c], s[item * k + c], out[at + c]);
    }
    Axpy.add(ideal[item], s, item * k, out, at + k, idealRank);
  }
}
