package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.matrix.PackedMatrix;

/// A filter among popular items that is computed from the denoised matrix P̂ of noisy sums: GF-CF,
/// its ideal low-pass part, Turbo-CF or BSPM, see [GramForm]. Items outside score 0, and no item
/// recommends itself. Immutable.
public final class DenoisedGramFilter implements ItemFilter {
  private static final int LEAST_ITEMS = 3;

  /// δ: measured in steps of 0.1; 0.1 is best or nearly so on each data set.
  private static final double FAVOUR = .1;

  /// Of BSPM, as its authors chose it.
  private static final float STEP = 2.5f;

  private static final int RUNGE_KUTTA = 4;

  private final int[] popular;
  private final PopularScores places;
  private final DenseMatrix filter;

  private DenoisedGramFilter(int items, int[] popular, DenseMatrix filter) {
    this.popular = popular;
    this.filter = filter;
    this.places = new PopularScores(items, popular);
  }

  /// Makes the filter.
  ///
  /// @param items length of the catalogue
  /// @param popular items that G is about, at least three, unique
  /// @param upper G's strict upper triangle, row by row, in the order of `popular`
  /// @param deviation σ, of the noise in an entry
  /// @param form any but [GramForm.Threshold], which is a [PopularGramFilter]
  /// @throws ArithmeticException if no entry is above the noise
  public static DenoisedGramFilter of(
      int items, int[] popular, float[] upper, double deviation, GramForm form) {
    int m = popular.length;
    if (m < LEAST_ITEMS || upper.length != (long) m * (m - 1) / 2) {
      throw new IllegalArgumentException(
          "at least 3 items and their strict upper triangle are needed. Provided: %s and %s"
              .formatted(m, upper.length));
    }
    DenoisedGram gram = DenoisedGram.of(upper, m, deviation);
    DenseMatrix filter =
        switch (form) {
          case GramForm.GfCf(double gamma, GramForm.Rank rank) ->
              plus(gram.matrix(), gamma, gram.projector(rank));
          case GramForm.Projector(GramForm.Rank rank) -> gram.projector(rank);
          case GramForm.Turbo() -> turbo(gram.matrix());
          case GramForm.Sharpened(double gamma, GramForm.Rank rank) ->
              plus(sharpened(gram.matrix()), gamma, gram.projector(rank));
          case GramForm.Threshold _ ->
              throw new IllegalArgumentException("a threshold needs counts");
        };
    gram.favourPopular(filter, FAVOUR);
    for (int i = 0; i < m; i++) {
      filter.data()[i * m + i] = 0;
    }
    return new DenoisedGramFilter(items, popular.clone(), filter);
  }

  /// Returns whether a matrix has enough items and an entry above the noise, so that [#of] makes a
  /// filter of it.
  public static boolean isPossible(int items, float[] upper, double deviation) {
    return items >= LEAST_ITEMS && DenoisedGram.hasSignal(upper, deviation);
  }

  private static DenseMatrix plus(DenseMatrix a, double weight, DenseMatrix b) {
    DenseMatrix sum = DenseMatrix.zeros(a.rows(), a.columns());
    for (int i = 0; i < sum.data().length; i++) {
      sum.data()[i] = (float) (a.data()[i] + weight * b.data()[i]);
    }
    return sum;
  }

  /// 2 P̂ − P̂².
  private static DenseMatrix turbo(DenseMatrix p) {
    return plus(plus(p, 1, p), -1, PackedMatrix.of(p).multiply(p));
  }

  /// P̂ Σ_{j ≤ 4} (−h P̂)^j / j!, by Horner's rule from the right.
  private static DenseMatrix sharpened(DenseMatrix p) {
    PackedMatrix packed = PackedMatrix.of(p);
    DenseMatrix y = p;
    for (int j = RUNGE_KUTTA; j >= 1; j--) {
      y = plus(p, -STEP / j, packed.multiply(y));
    }
    return y;
  }

  @Override
  public int items() {
    return places.items();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    return places.of(histories, this::addRow);
  }

  private void addRow(int i, float[] scores, int at) {
    for (int j = 0; j < popular.length; j++) {
      scores[at + popular[j]] += filter.data()[i * popular.length + j];
    }
  }
}
