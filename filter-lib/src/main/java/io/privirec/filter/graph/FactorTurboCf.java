package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.spectral.SpectralFactors;

/// Turbo-CF's first filter on a low-rank P̃ for α = ½: P̄_ij = max(0, (S Λ Sᵀ)_ij)^s, scores = r
/// P̄.
///
/// P̃ itself is nowhere negative; its low-rank form is, and a power of that would not be a number.
/// P̄ is not of low rank: each row is made as it is needed, 2 · items · k operations for every item
/// of a history. Immutable and safe for several threads.
final class FactorTurboCf implements ItemFilter {
  private static final int ROWS_TOGETHER = 256;
  private static final int COLUMN_BLOCK = 1 << 10;

  private final DenseMatrix left;
  private final PackedMatrix right;
  private final double exponent;

  /// @param exponent s, positive and finite
  FactorTurboCf(SpectralFactors factors, double exponent) {
    this.exponent = exponent;
    this.right = PackedMatrix.of(factors.basis());
    int k = factors.rank();
    float[] lambda = factors.lambda();
    float[] s = factors.basis().data();
    this.left = DenseMatrix.zeros(factors.items(), k);
    for (int n = 0; n < s.length; n++) {
      left.data()[n] = lambda[n % k] * s[n];
    }
  }

  @Override
  public int items() {
    return left.rows();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    Histories.check(histories, items());
    DenseMatrix scores = DenseMatrix.zeros(histories.length, items());
    int[] owners = new int[ROWS_TOGETHER];
    int[] rows = new int[ROWS_TOGETHER];
    int count = 0;
    for (int user = 0; user < histories.length; user++) {
      for (int item : histories[user]) {
        owners[count] = user;
        rows[count++] = item;
        if (count == ROWS_TOGETHER) {
          addRows(owners, rows, count, scores);
          count = 0;
        }
      }
    }
    addRows(owners, rows, count, scores);
    return scores;
  }

  /// Adds row rows[n] of P̄ to the scores of owners[n], n ascending.
  private void addRows(int[] owners, int[] rows, int count, DenseMatrix scores) {
    int k = left.columns();
    DenseMatrix chosen = DenseMatrix.zeros(count, k);
    for (int n = 0; n < count; n++) {
      System.arraycopy(left.data(), rows[n] * k, chosen.data(), n * k, k);
    }
    float[] products = right.multiply(chosen).data();
    float[] to = scores.data();
    int m = items();
    RowBlocks.forEach(
        m,
        COLUMN_BLOCK,
        (from, end) -> {
          for (int n = 0; n < count; n++) {
            for (int c = from; c < end; c++) {
              double entry = products[n * m + c];
              to[owners[n] * m + c] += entry > 0 ? (float) Math.pow(entry, exponent) : 0;
            }
          }
        });
  }
}
