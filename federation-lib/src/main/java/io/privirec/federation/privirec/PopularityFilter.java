package io.privirec.federation.privirec;

import io.privirec.filter.graph.ItemFilter;
import io.privirec.filter.matrix.DenseMatrix;

/// Scores an item by how many users have it, whatever the history.
final class PopularityFilter implements ItemFilter {
  private final long[] degrees;

  PopularityFilter(long[] degrees) {
    this.degrees = degrees;
  }

  @Override
  public int items() {
    return degrees.length;
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    float[] scores = new float[histories.length * degrees.length];
    for (int i = 0; i < scores.length; i++) {
      scores[i] = degrees[i % degrees.length];
    }
    return DenseMatrix.of(histories.length, degrees.length, scores);
  }
}
