package io.privirec.secagg;

/// The number of marked participants among the neighbours of one, where neighbours are added one by
/// one: hypergeometric with `cohort` participants of whom `marked` are marked.
///
/// Keeps one upper quantile and the probability of exactly that value, both carried along from one
/// number of neighbours to the next by ratios of neighbouring probabilities. There are no
/// factorials and so no cancellation: after tens of thousands of steps the relative error is still
/// below 1e-10, for any cohort. And there are the four basic operations only, which IEEE 754 fixes
/// to the last bit, so that all participants of a round compute the same on every platform.
///
/// Requires quantiles of probability below `2 / cohort` and fewer than `cohort - 1` neighbours:
/// then the quantile's own probability never vanishes. Not thread-safe.
final class MarkedNeighbours {
  /// Terms smaller than this part of a sum no longer change it.
  private static final double NEGLIGIBLE = 0x1p-60;

  private final int cohort;
  private final int marked;
  private int neighbours;
  private int quantile;
  private double atQuantile = 1;

  /// @param marked in [0, cohort - 1]
  MarkedNeighbours(int cohort, int marked) {
    this.cohort = cohort;
    this.marked = marked;
  }

  void addNeighbour() {
    atQuantile *=
        (neighbours + 1.0)
            / (neighbours + 1 - quantile)
            * (cohort - neighbours - marked + quantile)
            / (cohort - neighbours);
    neighbours++;
  }

  /// The smallest number that is exceeded with at most this probability. More neighbours never
  /// lower it, so that the search goes on from the last one.
  int quantile(double probability) {
    while (aboveQuantile() > probability) {
      atQuantile *= ratio(quantile);
      quantile++;
    }
    return quantile;
  }

  private double aboveQuantile() {
    double sum = 0;
    double term = atQuantile;
    for (int value = quantile; ; value++) {
      term *= ratio(value);
      if (term <= sum * NEGLIGIBLE) {
        return sum;
      }
      sum += term;
    }
  }

  /// Pr[value + 1] / Pr[value].
  private double ratio(int value) {
    return (double) (neighbours - value)
        * (marked - value)
        / ((value + 1.0) * (cohort - neighbours - marked + value + 1));
  }
}
