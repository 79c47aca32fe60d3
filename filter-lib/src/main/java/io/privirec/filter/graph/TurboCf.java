package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;

/// Turbo-CF [Park et al. 2024]: a polynomial of P̄ = P̃^∘s, the element-wise power of P̃ for some
/// α.
///
/// | filter | scores |
/// |---|---|
/// | 1, linear | r P̄ |
/// | 2, second order | r (2 P̄ − P̄²) |
/// | 3, third order | r (P̄ + 0.01 (−P̄³ + 10 P̄² − 29 P̄)) |
///
/// Filters 2 and 3 multiply dense scores by P̄, once or twice per user: 2 · entries operations
/// each. Immutable and safe for several threads.
public final class TurboCf implements ItemFilter {
  private final ItemGram gram;
  private final int filter;

  /// Makes the filter.
  ///
  /// @param gram P̃ for the α of the setting
  /// @param exponent s, positive
  /// @param filter 1, 2 or 3
  public TurboCf(ItemGram gram, double exponent, int filter) {
    if (filter < 1 || filter > 3) {
      throw new IllegalArgumentException("filter must be 1, 2 or 3. Provided: " + filter);
    }
    this.gram = gram.powered(exponent);
    this.filter = filter;
  }

  @Override
  public int items() {
    return gram.items();
  }

  @Override
  public DenseMatrix scoreBatch(int[][] histories) {
    Histories.check(histories, items());
    DenseMatrix linear = gram.score(histories);
    if (filter == 1) {
      return linear;
    }
    DenseMatrix first = linear.transpose();
    DenseMatrix second = gram.times(first);
    if (filter == 2) {
      return combined(first, 2, second, -1).transpose();
    }
    DenseMatrix third = gram.times(second);
    return combined(combined(first, 1 - .29f, second, .1f), 1, third, -.01f).transpose();
  }

  /// a · X + b · Y, in X.
  private static DenseMatrix combined(DenseMatrix x, float a, DenseMatrix y, float b) {
    float[] to = x.data();
    float[] from = y.data();
    for (int n = 0; n < to.length; n++) {
      to[n] = a * to[n] + b * from[n];
    }
    return x;
  }
}
