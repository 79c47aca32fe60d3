package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;

/// A filter among the most popular items, from a noisy matrix G = Σ_u r_uᵀ r_u / d_u over them and
/// noisy counts v. Entry ij of F is
///
/// soft(G_ij, tσ) (v_i / v₁)^-½ (v_j / v₁)^-b + wσ v_j / v₁ for i ≠ j. σ is the standard deviation
/// of the noise in an entry of G, soft takes tσ off its modulus or makes it 0, and v₁ is the
/// largest count. t takes off the noise, in most entries all of it. b below ½ does not raise rare
/// items, of which noise is most, as much as P̃ does. The last part, w times what noise amounts to,
/// ranks by popularity what G says little of; being in every row it is linear in the history, too.
/// Items outside score 0. Immutable.
public final class PopularGramFilter implements ItemFilter {
  private final int[] popular;
  private final PopularScores places;
  private final UpperTriangle triangle;
  private final float[] upper;
  private final float[] left;
  private final float[] right;
  private final float[] always;

  /// Makes the filter.
  ///
  /// @param counts v of every item; below 1 counts as 1
  /// @param popular items that G is about, at least two, unique, the most popular one first
  /// @param upper G's strict upper triangle, row by row, in the order of `popular`
  /// @param deviation σ; 0: without noise
  public PopularGramFilter(
      long[] counts, int[] popular, float[] upper, double deviation, GramForm.Threshold settings) {
    this.triangle = new UpperTriangle(popular.length - 1);
    if (upper.length != triangle.length()) {
      throw new IllegalArgumentException(
          "the triangle of %s items has %s entries. Provided: %s"
              .formatted(popular.length, triangle.length(), upper.length));
    }
    this.popular = popular.clone();
    this.places = new PopularScores(counts.length, popular);
    this.left = new float[popular.length];
    this.right = new float[popular.length];
    this.always = new float[popular.length];
    double most = Math.max(1, counts[popular[0]]);
    for (int i = 0; i < popular.length; i++) {
      double part = Math.max(1, counts[popular[i]]) / most;
      left[i] = (float) StrictMath.pow(part, -.5);
      right[i] = (float) StrictMath.pow(part, -settings.exponent());
      always[i] = (float) (settings.popularity() * deviation * part);
    }
    this.upper = soft(upper, (float) (settings.threshold() * deviation));
  }

  private static float[] soft(float[] upper, float threshold) {
    float[] shrunk = new float[upper.length];
    for (int n = 0; n < upper.length; n++) {
      shrunk[n] = Math.copySign(Math.max(0, Math.abs(upper[n]) - threshold), upper[n]);
    }
    return shrunk;
  }

  @Override
  public int items() {
    return places.items();
  }

  /// Entries of G that are left, of its upper triangle.
  public long entries() {
    long entries = 0;
    for (float entry : upper) {
      entries += entry == 0 ? 0 : 1;
    }
    return entries;
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    return places.of(histories, this::addRow);
  }

  private void addRow(int i, float[] scores, int at) {
    for (int j = 0; j < popular.length; j++) {
      if (j != i) {
        float entry = upper[Math.toIntExact(position(Math.min(i, j), Math.max(i, j)))];
        scores[at + popular[j]] += entry * left[i] * right[j] + always[j];
      }
    }
  }

  /// Without the diagonal, row i begins with column i + 1.
  private long position(int i, int j) {
    return triangle.start(i) + j - i - 1;
  }
}
