package io.privirec.filter.graph;

import io.privirec.filter.matrix.DenseMatrix;
import io.privirec.filter.spectral.SpectralFactors;

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
/// each, or with s = 1 and all interactions at hand 4 · interactions. Immutable and safe for
/// several threads.
public final class TurboCf implements ItemFilter {
  private final ItemGram gram;
  private final GramProduct product;
  private final int filter;

  /// Makes the filter.
  ///
  /// @param gram P̃ for the α of the setting
  /// @param exponent s, in (0, [ItemGram#MAX_EXPONENT]]
  /// @param filter 1, 2 or 3
  public TurboCf(ItemGram gram, double exponent, int filter) {
    checkFilter(filter);
    this.gram = gram.powered(exponent);
    this.product = GramProduct.of(this.gram);
    this.filter = filter;
  }

  /// Makes the filter with s = 1, for which P̄ is P̃.
  ///
  /// @param product multiplies by the same P̃
  /// @param filter 1, 2 or 3
  public TurboCf(ItemGram gram, GramProduct product, int filter) {
    checkFilter(filter);
    this.gram = gram;
    this.product = product;
    this.filter = filter;
  }

  /// Turbo-CF on a low-rank P̃ = S Λ Sᵀ, for which α is ½.
  ///
  /// With s = 1 every filter is a polynomial of the eigenvalues, exactly. With another s the first
  /// filter raises the entries of S Λ Sᵀ, negative ones taken for 0, row by row; the others would
  /// take products of dense items × items matrices, and are refused.
  ///
  /// @param exponent s, in (0, [ItemGram#MAX_EXPONENT]]
  /// @param filter 1, 2 or 3
  public static ItemFilter ofFactors(SpectralFactors factors, double exponent, int filter) {
    requireLowRank(exponent, filter);
    if (exponent != 1) {
      return new FactorTurboCf(factors, exponent);
    }
    float[] response = factors.lambda();
    for (int c = 0; c < response.length; c++) {
      double x = response[c];
      response[c] =
          (float)
              switch (filter) {
                case 1 -> x;
                case 2 -> 2 * x - x * x;
                default -> x + .01 * (-x * x * x + 10 * x * x - 29 * x);
              };
    }
    return FactorFilter.polynomial(factors, response);
  }

  /// Checks what [#ofFactors] takes.
  ///
  /// @throws IllegalArgumentException naming what it does not
  public static void requireLowRank(double exponent, int filter) {
    checkFilter(filter);
    ItemGram.checkExponent(exponent);
    if (exponent != 1 && filter != 1) {
      throw new IllegalArgumentException(
          "filter must be 1 unless exponent is 1, on a low-rank P̃. Provided: %s, %s"
              .formatted(filter, exponent));
    }
  }

  /// Checks the number of a filter.
  ///
  /// @throws IllegalArgumentException if there is none of that number
  public static void checkFilter(int filter) {
    if (filter < 1 || filter > 3) {
      throw new IllegalArgumentException("filter must be 1, 2 or 3. Provided: " + filter);
    }
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
    DenseMatrix second = product.times(first);
    if (filter == 2) {
      return combined(first, 2, second, -1).transpose();
    }
    DenseMatrix third = product.times(second);
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
